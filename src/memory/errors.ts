/**
 * The errors a caller of the agent memory can cause. Each is a `KgError`, so every face shows it as it shows all others,
 * with a finer code that programs can act on. It is not for what the world does to us (a damaged file is data).
 */
import { KgError, type KgErrorCode } from '../kernel/errors.js';

/** Why a request to the memory was refused; the value is the general code of the same error. */
const GENERAL = {
  'bad-id': 'bad-argument',
  'bad-rel': 'bad-argument',
  'bad-end': 'bad-argument',
  'bad-text': 'bad-argument',
  'bad-level': 'bad-argument',
  'bad-query': 'bad-argument',
  'bad-state': 'bad-argument',
  'too-large': 'bad-argument',
  secret: 'bad-argument',
  'no-project': 'bad-argument',
  'unknown-session': 'not-found',
  'unknown-node': 'not-found',
  'unknown-edge': 'not-found',
  'ambiguous-level': 'ambiguous',
  'id-taken': 'ambiguous',
  'version-conflict': 'ambiguous',
  'undo-conflict': 'ambiguous',
} as const satisfies Readonly<Record<string, KgErrorCode>>;

/** Why a request to the memory was refused. */
export type MemoryErrorCode = keyof typeof GENERAL;

/** The code of an error that programs act on: `unknown-session`, `version-conflict`, `io`. */
export function codeOf(error: KgError): string {
  return error instanceof MemoryError ? error.reason : error.code;
}

/** A request to the memory that cannot be fulfilled; `reason` is the code faces send, `hint` the next step. */
export class MemoryError extends KgError {
  readonly reason: MemoryErrorCode;

  constructor(reason: MemoryErrorCode, message: string, hint: string) {
    super(GENERAL[reason], message, { hint });
    this.reason = reason;
  }
}
