/**
 * Where nodes lay on the last visit, by project: in the browser's own database, since ten thousand places are more than its
 * simple storage likes to hold. It is a convenience: without it (private windows) every visit lays out anew.
 *
 * The database stays open, so that what is kept is on its way before the call returns: a page that is closed the moment after
 * a node was dropped loses nothing.
 */
import type { Places } from './layout-task.js';

const DATABASE = 'kg-memory-explorer';
const STORE = 'positions';

interface Kept {
  readonly ids: readonly string[];
  readonly places: Float32Array;
}

/** Opens the store. It never fails: where the browser keeps nothing, nothing is found. */
export async function openPositions(): Promise<PositionStore> {
  return new PositionStore(await open());
}

export class PositionStore {
  #database: IDBDatabase | undefined;

  constructor(database: IDBDatabase | undefined) {
    this.#database = database;
    if (database === undefined) return;
    // Another tab of a later version may want to make its own; whoever clears the browser's data takes it away.
    database.onversionchange = () => this.close();
    database.onclose = () => this.close();
  }

  /** The places of a project's nodes; empty when there are none. */
  async load(project: string): Promise<Places> {
    const kept = await this.#use('readonly', (store) => store.get(project) as IDBRequest<Kept | undefined>);
    const places = new Map<string, readonly [number, number]>();
    kept?.ids.forEach((id, at) => {
      places.set(id, [kept.places[at * 2] ?? 0, kept.places[at * 2 + 1] ?? 0]);
    });
    return places;
  }

  /** Keeps them; resolves when the browser has them, or has refused. */
  async save(project: string, places: Places): Promise<void> {
    const kept: Kept = { ids: [...places.keys()], places: Float32Array.from([...places.values()].flat()) };
    await this.#use('readwrite', (store) => store.put(kept, project));
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  /** Resolves with `undefined` when the browser refuses. */
  #use<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
    const database = this.#database;
    if (database === undefined) return Promise.resolve(undefined);
    return new Promise((done) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => done(undefined);
      // Without waiting for the page's next turn, which may never come.
      transaction.commit();
    });
  }
}

function open(): Promise<IDBDatabase | undefined> {
  return new Promise((done) => {
    const request = openRequest();
    if (request === undefined) return done(undefined);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => done(request.result);
    request.onerror = () => done(undefined);
    request.onblocked = () => done(undefined);
  });
}

/** `undefined` where a page may not keep anything: browsers throw then. */
function openRequest(): IDBOpenDBRequest | undefined {
  try {
    return indexedDB.open(DATABASE, 1);
  } catch {
    return undefined;
  }
}
