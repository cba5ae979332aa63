/**
 * How this installation is called by others: by its name where that is found, else by the file. What is printed for
 * copying must work on the machine on which it was printed.
 */
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** What starts a program: as `.mcp.json` spells it. */
export interface Invocation {
  readonly command: string;
  readonly args?: readonly string[];
}

/** The two commands that a user copies. */
export interface Invocations {
  readonly commandLine: Invocation;
  readonly server: Invocation;
}

/**
 * `script` is the file that node was started with, `searchPath` the variable PATH. A link in one of its folders is an
 * installed command; those that npm puts there for one run (`node_modules/.bin`) are gone afterwards.
 */
export function invocationsOf(script: string, searchPath: string): Invocations {
  const folder = path.dirname(script);
  const isFound = searchPath.split(path.delimiter).includes(folder) && path.basename(folder) !== '.bin';
  if (path.basename(script) === 'kg-memory' && isFound) {
    return { commandLine: { command: 'kg-memory' }, server: { command: 'kg-memory-mcp' } };
  }
  const file = realpathSync(script);
  const serverFile = path.join(path.dirname(file), 'kg-memory-mcp.cjs');
  return {
    commandLine: { command: 'node', args: [file] },
    server: { command: 'node', args: [serverFile] },
  };
}

/** As it is typed into a shell. */
export function shellLine({ command, args = [] }: Invocation, more: readonly string[] = []): string {
  return [command, ...args, ...more].map(quoteWord).join(' ');
}

/** A word for a POSIX shell; `<name>` stays as it is, for it stands for something. */
export function quoteWord(word: string): string {
  return /^(?:[\w./+@:=-]+|<\w+>)$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
