/**
 * The one error a caller can cause.
 *
 * `KgError` is for a request that cannot be fulfilled as it was made: a bad argument, a bad setting, a folder that
 * cannot be written. Its message names the value at fault, its hint says what to try. It is caught once per face
 * (command line, tool call) and shown without a stack.
 *
 * It is not for the imperfect world (a file that does not parse is data, see `Problem`s of scan and facts), nor for
 * our own faults, which crash with their stack.
 */

/**
 * Why a request failed.
 *
 * - `usage`: the command line cannot be understood.
 * - `bad-argument`: a value is out of its range or has the wrong form.
 * - `not-found`, `ambiguous`: a name fits no node, or several.
 * - `not-indexed`: there is no graph yet for this root.
 * - `not-healthy`: there is one, and it is not what it should be (`verify`, a damaged snapshot).
 * - `bad-setting`: a variable or a line of a settings file has a value that is not allowed.
 * - `bad-root`: the project's folder is missing, or one that must not be indexed.
 * - `llm-off`, `llm-failed`: the language model is needed and not turned on, or did not answer.
 * - `io`: the disk refused.
 * - `cancelled`: the caller took the request back.
 * - `timeout`: it took longer than it may.
 */
export type KgErrorCode =
  | 'usage'
  | 'bad-argument'
  | 'not-found'
  | 'ambiguous'
  | 'not-indexed'
  | 'not-healthy'
  | 'bad-setting'
  | 'bad-root'
  | 'llm-off'
  | 'llm-failed'
  | 'io'
  | 'cancelled'
  | 'timeout';

/** What a `KgError` may carry beside its message. */
export interface KgErrorOptions {
  /** What the caller can do about it, one sentence. */
  readonly hint?: string;
  /** The error underneath, for the verbose log. */
  readonly cause?: unknown;
}

/** A request that cannot be fulfilled as it was made; `message` names the value, `hint` says what to try. */
export class KgError extends Error {
  override readonly name = 'KgError';
  readonly code: KgErrorCode;
  readonly hint?: string;

  constructor(code: KgErrorCode, message: string, options: KgErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    if (options.hint !== undefined) this.hint = options.hint;
  }
}

/** The text a face shows for any thrown value: message and hint of a `KgError`, the message of anything else. */
export function describeError(error: unknown): string {
  if (error instanceof KgError) {
    return error.hint === undefined ? error.message : `${error.message}\n${error.hint}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** The text of what is our own fault, for a log: with its stack, where it has one. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The system's code of a failed call (`ENOENT`, `EACCES`…), or `undefined` when it has none. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
