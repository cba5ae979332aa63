/**
 * The data of a stream of server-sent events (the HTML standard's `text/event-stream`), an event at a time. Names, ids and
 * retry times of events mean nothing here: a stream that broke is not taken up again where it ended.
 */

/** Takes text as it comes; gives the data of each event that has ended. */
export class EventStream {
  #rest = '';
  #data: string[] = [];

  /** Characters that are held because their event has not ended. */
  get held(): number {
    return this.#data.reduce((sum, line) => sum + line.length, this.#rest.length);
  }

  add(text: string): string[] {
    // A line ends with either or both; the second half of both may be still to come.
    const lines = `${this.#rest}${text}`.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): string[] {
    if (line === '') {
      const data = this.#data.join('\n');
      this.#data = [];
      return data === '' ? [] : [data];
    }
    const field = /^data(?:: ?(.*))?$/s.exec(line);
    if (field !== null) this.#data.push(field[1] ?? '');
    return [];
  }
}
