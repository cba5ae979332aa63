/**
 * Asks queries from the top and hashes their answers: what a file's interface says, now or once more. Whatever is asked here
 * ends, however deep it leads.
 */
import type { Fingerprints } from './fingerprint.js';
import type { Offered } from './link-state.js';
import { queryOf } from './query-keys.js';
import type { FileUnit, Session } from './session.js';
import { NOTHING } from './short-hash.js';
import { withinStack } from './within-stack.js';

/** A place whose query is gone. */
const GONE: Offered = { key: '', hash: NOTHING };

/** Hashes of answers in one run. */
export class Asking {
  readonly #s: Session;
  readonly #fingerprints: Fingerprints;

  constructor(session: Session, fingerprints: Fingerprints) {
    this.#s = session;
    this.#fingerprints = fingerprints;
  }

  /** A hash of the answer to a query. */
  hashOf(query: number): string {
    const { solver } = this.#s;
    return withinStack(
      this.#s,
      () => this.#fingerprints.of(solver.kindOf(query), solver.answer(query)),
      () => NOTHING,
    );
  }

  /** What a place of a file's interface says now. */
  again(file: FileUnit, { key }: Offered): Offered {
    const query = key === '' ? undefined : queryOf(this.#s, file, key);
    return query === undefined ? GONE : { key, hash: this.hashOf(query) };
  }
}
