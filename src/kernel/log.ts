/**
 * Lines to stderr, by level. stdout is never touched: it belongs to the protocol, or to the answer of a command.
 *
 * A log is a value that is handed down, not a global: tests and embedders give their own sink. Nothing is buffered, so
 * that the last line before a crash is seen; a line that stderr does not take is dropped, since there is nobody to tell.
 */
import { writeSync } from 'node:fs';
import { printable } from './text.js';

/** `quiet` shows errors only, `normal` also warnings and news, `verbose` also details. */
export type LogLevel = 'quiet' | 'normal' | 'verbose';

/** Four kinds of lines; each call writes exactly one. */
export interface Log {
  /** What stops the work. */
  error(line: string): void;
  /** What the user should know and may want to change. */
  warn(line: string): void;
  /** What was done. */
  info(line: string): void;
  /** What helps to find out why. */
  detail(line: string): void;
}

/** Where lines go, each without its line end. */
export type LogSink = (line: string) => void;

const RANK: Record<LogLevel, number> = { quiet: 0, normal: 1, verbose: 2 };
const STDERR = 2;

/**
 * Makes a log. Control characters in a line (a file's name may hold them) are escaped, so that one call is one line and
 * no terminal is steered.
 */
export function createLog(level: LogLevel, sink: LogSink = writeToStderr): Log {
  const at = (needed: number, mark: string) => {
    if (RANK[level] < needed) return ignoreLine;
    return (line: string) => sink(mark + printable(line));
  };
  return {
    error: at(RANK.quiet, 'error: '),
    warn: at(RANK.normal, 'warning: '),
    info: at(RANK.normal, ''),
    detail: at(RANK.verbose, ''),
  };
}

/** Writes a line to stderr at once. A closed or full stderr (EPIPE, EAGAIN) loses the line and nothing else. */
function writeToStderr(line: string): boolean {
  try {
    writeSync(STDERR, `${line}\n`);
    return true;
  } catch {
    return false;
  }
}

function ignoreLine(): void {
  // The level hides this line.
}
