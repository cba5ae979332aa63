/**
 * Following, stored: when the code or the memory of a project has changed, anchors that surely moved are written where they are
 * now, and touches that were written without an index are pinned. Only of the main checkout with the main branch checked out,
 * and only by the one server that writes the memory; everywhere else a state is a view and changes nothing.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { renewedInSteps } from '../../../bridge/renew.js';
import { describeError, systemErrorCode } from '../../../kernel/errors.js';
import { defaultBranch, readHead } from '../../../kernel/git-head.js';
import type { Log } from '../../../kernel/log.js';
import { findRepository } from '../../../kernel/repository.js';
import { edgeVersionKey, nodeVersionKey } from '../../../memory/model.js';
import type { AnchoredItem } from '../../../memory/operations.js';
import type { MemoryPort } from '../memory-port.js';
import { headOf } from './anchoring.js';
import type { CodeAt, CodeShelf } from './code-shelf.js';
import type { MemoryCode } from './memory-code.js';

// Some milliseconds of work, each.
const MEMORIES_AT_ONCE = 10;
const ITEMS_AT_ONCE = 200;

export interface KeeperParts {
  readonly memory: Pick<MemoryPort, 'apply' | 'state'>;
  readonly shelf: CodeShelf;
  readonly code: MemoryCode;
  readonly log: Log;
  /** Seconds since 1970. */
  readonly now: () => number;
}

/** Starts a round every so many milliseconds; `end` resolves when none runs. */
export function keepAnchors(parts: KeeperParts, everyMs: number): { end(): Promise<void> } {
  const keeper = new AnchorKeeper(parts);
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= keeper
      .round()
      .catch((error: unknown) => parts.log.error(`anchors: ${describeError(error)}`))
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();
  return {
    end: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

export class AnchorKeeper {
  readonly #parts: KeeperParts;
  /** What was looked at last, by project: the links are the same value as long as nothing has changed. */
  readonly #seen = new Map<string, unknown>();

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /** One look at every project in memory. */
  async round(): Promise<void> {
    const { memory, shelf } = this.#parts;
    for (const project of memory.state().projects.keys()) {
      const code = await shelf.at(project);
      if (code !== undefined && isOfMainBranch(code, project)) await this.#renew({ ...code, project });
    }
    await shelf.tidy();
  }

  async #renew(code: CodeAt & { readonly project: string }): Promise<void> {
    const { memory, shelf, now } = this.#parts;
    const { view, place, project } = code;
    const links = await this.#parts.code.link(code);
    if (links === undefined || this.#seen.get(project) === links) return;
    const { commit } = headOf(place);
    const how = { place, now: now(), ...(commit !== undefined && { commit }) };
    let items: AnchoredItem[] = [];
    const store = async () => {
      if (items.length === 0) return;
      await memory.apply({ kind: 'set-anchors', project, items });
      this.#parts.code.noteAnchors();
      items = [];
    };
    const steps = renewedInSteps(view, links, how);
    for (let at = 1; ; at++) {
      const step = shelf.soundly(code, () => steps.next());
      if (step === undefined || step.done === true) break;
      items.push(...step.value.flatMap((each) => this.#versioned(project, each)));
      if (items.length >= ITEMS_AT_ONCE) await store();
      if (at % MEMORIES_AT_ONCE === 0) await setImmediate();
    }
    await store();
    this.#seen.set(project, links);
  }

  /** With the version it has now: what is written before it is stored wins. */
  #versioned(project: string, item: Omit<AnchoredItem, 'version'>): readonly AnchoredItem[] {
    const graph = this.#parts.code.levels(project).find(({ level }) => level === item.level)?.graph;
    if (graph === undefined) return [];
    const edge = 'edge' in item.of ? graph.edges.get(item.of.edge) : undefined;
    if ('edge' in item.of && edge === undefined) return [];
    const key = 'id' in item.of ? nodeVersionKey(item.of.id) : edge && edgeVersionKey(edge);
    return [{ ...item, version: graph.versions.get(key ?? '')?.v ?? 0 }];
  }
}

/**
 * Whether an index is that of the project's own folder, on its main branch. An index that is older than the last switch of
 * branches may show another one.
 */
function isOfMainBranch({ place, savedAt }: CodeAt, project: string): boolean {
  if (place.root !== project || place.worktree !== undefined) return false;
  const repository = findRepository(project);
  if (repository === undefined) return true;
  const { branch } = readHead(repository);
  return (
    branch !== undefined &&
    branch === defaultBranch(repository) &&
    savedAt >= changedAt(path.join(repository.gitFolder, 'HEAD'))
  );
}

/** In milliseconds since 1970; later than everything when it cannot be told. */
function changedAt(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return Number.POSITIVE_INFINITY;
  }
}
