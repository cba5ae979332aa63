/**
 * A Jupyter notebook (`.ipynb`, nbformat 3 to 5) as the Python text of its code cells, in order, laid out so that every line of
 * code stands where it stands in the file: one JSON string a line, as every notebook editor writes them. A file that holds
 * several code lines on one of its own has its cells one below the other instead; `cells` tells which lines are whose.
 *
 * What is no Python becomes something that is, of the same number of lines: magics, shell commands, questions, cells of another
 * language. Outputs are skipped, not read. It never fails: broken JSON is a problem, and the cells before it count.
 */
import { type DecodedSource, decodeSource } from './decode.js';
import type { NotebookCell, Problem } from './facts.js';
import { JsonReader } from './json-reader.js';
import { maskMagics } from './magics.js';

/** Whether a path is a notebook's. */
export function isNotebook(path: string): boolean {
  return path.endsWith('.ipynb');
}

/** A program as it is to be read: a notebook as its code, anything else as its text. */
export function decodeProgram(
  path: string,
  bytes: Uint8Array,
): DecodedSource & { readonly cells?: readonly NotebookCell[] } {
  const decoded = decodeSource(bytes);
  if (!isNotebook(path)) return decoded;
  const { text, cells, problems } = readNotebook(decoded.text);
  return { ...decoded, text, cells, problems: [...decoded.problems, ...problems] };
}

/** The Python of a notebook; problems are of kind `syntax`. */
export interface NotebookText {
  readonly text: string;
  /** Code cells only, in order. */
  readonly cells: readonly NotebookCell[];
  readonly problems: readonly Problem[];
}

/** One line of code and the offset in the JSON text where its string stands. */
interface CodeLine {
  readonly text: string;
  readonly at: number;
}

interface RawCell {
  readonly kind: string;
  readonly language: string;
  readonly lines: readonly CodeLine[];
}

/** Reads a notebook whose line ends are `\n`. */
export function readNotebook(json: string): NotebookText {
  const { cells, language, fault } = readCells(json);
  const problems: Problem[] = [];
  if (fault !== undefined) {
    const { message, at } = fault;
    problems.push({
      kind: 'syntax',
      message: `it is no valid notebook: ${message}`,
      line: lineCounter(json)(at),
    });
  }
  if (language !== '' && !/^i?python\d*$/i.test(language)) {
    problems.push({
      kind: 'syntax',
      message: `its language is ${language.slice(0, 40)}; only Python is read`,
    });
    return { text: '', cells: [], problems };
  }
  const code = cells
    .map((cell, index) => ({ ...cell, number: index + 1 }))
    .filter(({ kind, language: own }) => kind === 'code' && (own === '' || /^i?python\d*$/i.test(own)));
  return { ...layOut(json, code), problems };
}

function layOut(
  json: string,
  cells: readonly (RawCell & { readonly number: number })[],
): Pick<NotebookText, 'text' | 'cells'> {
  const lineOf = lineCounter(json);
  const places = cells.map(({ lines }) => lines.map(({ at }) => lineOf(at)));
  const all = places.flat();
  const isOwn = all.every((line, i) => i === 0 || line > (all[i - 1] ?? 0));
  const out: string[] = [];
  const ranges: NotebookCell[] = [];
  for (const [index, { lines, number }] of cells.entries()) {
    if (lines.length === 0) continue;
    const masked = maskMagics(lines.map(({ text }) => text));
    const first = isOwn ? (places[index]?.[0] ?? 1) : out.length + 1;
    for (const [i, text] of masked.entries()) {
      const line = isOwn ? (places[index]?.[i] ?? 1) : first + i;
      while (out.length < line - 1) out.push('');
      out.push(text);
    }
    ranges.push({ number, line: first, endLine: out.length });
  }
  return { text: out.length === 0 ? '' : `${out.join('\n')}\n`, cells: ranges };
}

/** The line of an offset; offsets must ascend. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (at) => {
    for (; next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}

interface ReadCells {
  readonly cells: readonly RawCell[];
  /** Of the notebook, '' when it does not say. */
  readonly language: string;
  readonly fault?: { readonly message: string; readonly at: number };
}

function readCells(json: string): ReadCells {
  const reader = new JsonReader(json);
  const cells: RawCell[] = [];
  let language = '';
  let hasCells = false;
  const readList = (): void => {
    hasCells ||= reader.isList();
    reader.eachItem(() => cells.push(readCell(reader)));
  };
  if (!reader.isObject()) return { cells, language, fault: { message: 'it is no JSON object', at: 0 } };
  reader.eachMember((key) => {
    if (key === 'cells') readList();
    else if (key === 'worksheets') {
      reader.eachItem(() => reader.eachMember((inner) => (inner === 'cells' ? readList() : reader.skip())));
    } else if (key === 'metadata') language = readLanguage(reader);
    else reader.skip();
  });
  reader.expectEnd();
  if (reader.fault !== undefined) return { cells, language, fault: reader.fault };
  return hasCells ? { cells, language } : { cells, language, fault: { message: 'it has no cells', at: 0 } };
}

function readLanguage(reader: JsonReader): string {
  let language = '';
  reader.eachMember((key) => {
    if (key !== 'language_info' && key !== 'kernelspec') reader.skip();
    else {
      reader.eachMember((inner) => {
        if (inner !== (key === 'kernelspec' ? 'language' : 'name')) reader.skip();
        else {
          const found = reader.text();
          if (language === '' || key === 'language_info') language = found;
        }
      });
    }
  });
  return language;
}

/** `source` of nbformat 4, `input` of 3: a text, or a list of lines. */
function readCell(reader: JsonReader): RawCell {
  let kind = '';
  let language = '';
  const lines: CodeLine[] = [];
  let isOpen = false;
  const addText = (): void => {
    reader.beforeValue();
    const { at } = reader;
    for (const [index, text] of reader.text().split('\n').entries()) {
      // What does not end in a line break goes on in the next string.
      const last = lines.at(-1);
      if (index === 0 && isOpen && last !== undefined)
        lines[lines.length - 1] = { text: last.text + text, at: last.at };
      else lines.push({ text, at });
      isOpen = true;
    }
    if (lines.at(-1)?.text === '') {
      lines.pop();
      isOpen = false;
    }
  };
  reader.eachMember((key) => {
    if (key === 'cell_type') kind = reader.text();
    else if (key === 'language') language = reader.text();
    else if (key === 'source' || key === 'input') {
      if (reader.isList()) reader.eachItem(addText);
      else addText();
    } else reader.skip();
  });
  return { kind, language, lines };
}
