/** Folders and stores for the store's tests, with a clock that a test holds and a disk that may fail. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Clock } from '../../../src/kernel/clock.js';
import { createLog } from '../../../src/kernel/log.js';
import type { PutNode } from '../../../src/memory/operations.js';
import { realStoreDisk, type StoreDisk } from '../../../src/memory/store/disk.js';
import { MemoryStore } from '../../../src/memory/store/memory-store.js';
import type { StoreOptions } from '../../../src/memory/store/open-parts.js';
import { smallDomain } from './small-domain.js';

/** A moment shortly after the last one in `fixtures/memory/earlier`. */
export const NOON_MS = 1_763_603_000_000;

/** A clock that stands still until it is moved. */
export class HandClock implements Clock {
  ms = NOON_MS;
  now(): number {
    return this.ms;
  }
  elapsed(): number {
    return this.ms;
  }
}

/** A folder that ends with the test. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'kg-pantry-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of what the earlier implementation wrote. */
export function earlierFolder(t: TestContext): string {
  const folder = temporaryFolder(t);
  cpSync('fixtures/memory/earlier', folder, { recursive: true });
  return folder;
}

/** Opens a store; lines of its log go to `lines`. */
export function openStore(
  root: string,
  more: Partial<StoreOptions> = {},
  lines: string[] = [],
): Promise<MemoryStore> {
  const log = createLog('normal', (line) => lines.push(line));
  return MemoryStore.open({ root, domain: smallDomain, log, clock: new HandClock(), ...more });
}

/** A put of a node in the user's graph, or in a project's. */
export function put(id: string, gist = `about ${id}`, project?: string): PutNode {
  if (project === undefined) return { kind: 'put-node', level: 'user', id, gist };
  return { kind: 'put-node', level: 'project', project, id, gist };
}

/** Forgets a store as a killed process would: nothing more is saved, and its lock no longer holds. */
export function abandon(store: MemoryStore): void {
  rmSync(join(store.root, 'writer.lock'), { force: true });
}

/** The JSON of a file below the root. */
export function readJson(root: string, file: string): Record<string, Record<string, unknown>> {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, Record<string, unknown>>;
}

/** Names in a folder. */
export function namesOf(folder: string): string[] {
  return readdirSync(folder).sort();
}

/** A disk on which the calls of certain numbers fail, and which counts them. */
export class FailingDisk {
  calls = 0;
  failed: string[] = [];
  readonly #fails: (call: number, name: string) => boolean;

  constructor(fails: (call: number, name: string) => boolean) {
    this.#fails = fails;
  }

  readonly disk: StoreDisk = {
    ...realStoreDisk,
    open: async (file, flags, mode) => {
      this.#count(`open ${flags}`);
      const handle = await realStoreDisk.open(file, flags, mode);
      return {
        write: ((...args: Parameters<typeof handle.write>) => {
          this.#count('write');
          return handle.write(...args);
        }) as typeof handle.write,
        sync: async () => {
          this.#count('sync');
          await handle.sync();
        },
        close: () => handle.close(),
      };
    },
    rename: this.#watched('rename', realStoreDisk.rename),
    unlink: this.#watched('unlink', realStoreDisk.unlink),
    link: this.#watched('link', realStoreDisk.link),
    mkdir: this.#watched('mkdir', realStoreDisk.mkdir),
    copyFile: this.#watched('copyFile', realStoreDisk.copyFile),
  };

  #watched<Args extends unknown[]>(name: string, call: (...args: Args) => Promise<void>) {
    return async (...args: Args): Promise<void> => {
      this.#count(name);
      await call(...args);
    };
  }

  #count(name: string): void {
    this.calls += 1;
    if (!this.#fails(this.calls, name)) return;
    this.failed.push(name);
    throw Object.assign(new Error(`${name}: no space`), { code: 'ENOSPC' });
  }
}
