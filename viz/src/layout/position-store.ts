/**
 * Where nodes lay on the last visit, by project: in the browser's own database, since ten thousand places are more than its
 * simple storage likes to hold. It is a convenience: without it (private windows) every visit lays out anew.
 */

import type { Places } from './layout-task.js';

const DATABASE = 'kg-memory-explorer';
const STORE = 'positions';

interface Kept {
  readonly ids: readonly string[];
  readonly places: Float32Array;
}

/** The places of a project's nodes; empty when there are none or the browser keeps nothing. */
export async function loadPlaces(project: string): Promise<Places> {
  const kept = await use('readonly', (store) => store.get(project) as IDBRequest<Kept | undefined>);
  const places = new Map<string, readonly [number, number]>();
  kept?.ids.forEach((id, at) => {
    places.set(id, [kept.places[at * 2] ?? 0, kept.places[at * 2 + 1] ?? 0]);
  });
  return places;
}

export async function savePlaces(project: string, places: Places): Promise<void> {
  const kept: Kept = { ids: [...places.keys()], places: Float32Array.from([...places.values()].flat()) };
  await use('readwrite', (store) => store.put(kept, project));
}

/** Resolves with `undefined` when the browser refuses. */
async function use<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const database = await open();
  if (database === undefined) return undefined;
  try {
    const request = ask(database.transaction(STORE, mode).objectStore(STORE));
    return await new Promise((done) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(undefined);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase | undefined> {
  return new Promise((done) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => done(request.result);
    request.onerror = () => done(undefined);
    request.onblocked = () => done(undefined);
  });
}
