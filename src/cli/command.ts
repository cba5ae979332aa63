/**
 * What a command is: a value. Its file says what it is called, what it takes, shows two examples of it and runs it; the
 * help, the parsing and the suggestions for typos are made from that. A command never prints: it returns what there is to
 * say, and `run.ts` decides whether people or programs read it.
 */
import type { ReportProgress } from '../code/project-face.js';
import type { Config } from '../config.js';
import type { Log } from '../kernel/log.js';
import type { OptionTable, ValuesOf } from './options.js';

/** A word that stands without a dash: `search <query>`, `index [path]`. Only the last may take several words. */
export interface Operand {
  readonly name: string;
  readonly isRequired: boolean;
  /** All words that follow belong to it. */
  readonly isMany?: boolean;
  readonly why: string;
}

/** A command line that works, and what it does. */
export type Example = readonly [line: string, does: string];

export interface Command<O extends OptionTable = OptionTable> {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Lines of the help between the usage and the options. */
  readonly about: readonly string[];
  readonly operands: readonly Operand[];
  readonly options: O;
  readonly examples: readonly [Example, Example, ...Example[]];
  run(input: Input<O>, session: Session): Promise<Outcome>;
}

/** What was asked. `operands` has at most as many words as the command names; one of many words is joined by blanks. */
export interface Input<O extends OptionTable> {
  readonly operands: readonly string[];
  readonly options: ValuesOf<O>;
}

/** What a command may use of the world around it. */
export interface Session {
  /** Lines to stderr. */
  readonly log: Log;
  /** Where a long run stands; shown on stderr, or not at all. */
  readonly progress: ReportProgress;
  /** Aborted by the first SIGINT. */
  readonly signal: AbortSignal;
  /** The folder that -C names, else the one the program was started in; absolute. */
  readonly folder: string;
  /** The settings in force; `path` is the project's folder when the command was given one. */
  loadConfig(path?: string): Promise<Config>;
}

/** What a command has to say. Exit code 1: it was done, but not all of it; 3: it was looked at and is not as it should be. */
export interface Outcome {
  readonly exitCode?: 0 | 1 | 3;
  /** What people read: markdown without a line end at the end. */
  readonly text?: string;
  /** What programs read: `result` of the JSON document. */
  readonly result?: unknown;
  /** Instead of both: a document too long for one string. In JSON mode it becomes the `result`, so it must be JSON. */
  readonly document?: Iterable<string>;
  /** Instead of all: an answer that comes while it is printed. People get its text, programs its result. */
  readonly live?: LiveOutcome;
}

/** Each is asked for once, and only one of them. What they reject with is a failure of the command. */
export interface LiveOutcome {
  /** Whole lines with their ends. */
  text(): AsyncIterable<string>;
  result(): Promise<unknown>;
}

/** Keeps the types of a command's options for its `run`, and forgets them for everybody else. */
export function defineCommand<const O extends OptionTable>(command: Command<O>): Command {
  return command;
}
