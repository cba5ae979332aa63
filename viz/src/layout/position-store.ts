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
    const kept = await this.#read(project);
    const places = new Map<string, readonly [number, number]>();
    kept?.ids.forEach((id, at) => {
      places.set(id, [kept.places[at * 2] ?? 0, kept.places[at * 2 + 1] ?? 0]);
    });
    return places;
  }

  /** Keeps them; resolves when the browser has them, or has refused. */
  save(project: string, places: Places): Promise<void> {
    const kept: Kept = { ids: [...places.keys()], places: Float32Array.from([...places.values()].flat()) };
    const transaction = this.#database?.transaction(STORE, 'readwrite');
    if (transaction === undefined) return Promise.resolve();
    return new Promise((done) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => done();
      transaction.objectStore(STORE).put(kept, project);
      // Without waiting for the page's next turn, which may never come.
      transaction.commit();
    });
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #read(project: string): Promise<Kept | undefined> {
    const store = this.#database?.transaction(STORE, 'readonly').objectStore(STORE);
    if (store === undefined) return Promise.resolve(undefined);
    return new Promise((done) => {
      const request: IDBRequest<Kept | undefined> = store.get(project);
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(undefined);
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
