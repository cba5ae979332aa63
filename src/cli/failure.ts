/**
 * What a failed run says and how it ends: the message and what to try, for people or as JSON, and the exit code. A fault of
 * our own shows its stack.
 */
import { KgError, type KgErrorCode, stackOf } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';

/** 0 is not among them: what failed is not done. */
export type FailureCode = 1 | 2 | 3 | 130;

const EXIT_CODES: Readonly<Record<KgErrorCode, FailureCode>> = {
  usage: 2,
  'bad-argument': 2,
  'bad-setting': 2,
  'bad-root': 2,
  'not-found': 1,
  ambiguous: 1,
  'not-indexed': 3,
  'not-healthy': 3,
  'llm-off': 1,
  'llm-failed': 1,
  io: 1,
  cancelled: 130,
  timeout: 1,
};

/** A failure as both kinds of readers need it. */
export interface Failure {
  readonly exitCode: FailureCode;
  /** Lines for people. */
  readonly lines: readonly string[];
  /** The document for programs; `code` is that of the `KgError`, or `internal`. */
  readonly json: {
    readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
  };
}

/** Any thrown value as a failure. `isCancelled`: the user has ended the run, whatever was thrown because of it. */
export function failureOf(error: unknown, isCancelled: boolean): Failure {
  if (isCancelled)
    return { exitCode: 130, lines: ['cancelled'], json: jsonOf('cancelled', 'cancelled', null) };
  if (!(error instanceof KgError)) return fault(error);
  const { code, message, hint } = error;
  const hintLines = hint === undefined ? [] : hint.split('\n').map(printable);
  return {
    exitCode: EXIT_CODES[code],
    lines: [`error: ${message.split('\n').map(printable).join('\n')}`, ...hintLines],
    json: jsonOf(code, message, hint ?? null),
  };
}

const REPORT = 'This is a fault of kg-memory, not of yours: please report it with these lines.';

function fault(error: unknown): Failure {
  const stack = stackOf(error);
  return { exitCode: 1, lines: [stack, REPORT], json: jsonOf('internal', stack, REPORT) };
}

function jsonOf(code: string, message: string, hint: string | null): Failure['json'] {
  return { error: { code, message, hint } };
}
