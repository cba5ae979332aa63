/**
 * The memory of whoever asks beside the code they work on: which checkout that is, and the bridge's links of the two, kept for
 * as long as both are the same. Without an index around the asker's folder there is nothing of it.
 *
 * A session is of a project, whose worktrees are one; which of them it works in is known by the folders it has named.
 */
import type { MemoryLevel, MemoryLinks } from '../../../bridge/anchor-view.js';
import { linkMemoryInSteps } from '../../../bridge/links.js';
import { runInSlices } from '../../../kernel/slices.js';
import type { Asker } from '../../../memory/operations.js';
import type { MemoryStore } from '../../../memory/store/memory-store.js';
import type { CodeAt, CodeShelf } from './code-shelf.js';

/** An asker's memory joined to the code. */
export interface LinkedCode extends CodeAt {
  /** The root that names the project everywhere. */
  readonly project: string;
  readonly links: MemoryLinks;
}

/** What is needed of the memory. */
type Memory = Pick<MemoryStore, 'state' | 'openProject'>;

interface Linked {
  readonly key: string;
  readonly making: Promise<MemoryLinks | undefined>;
}

/** Code with the root that names its project everywhere. */
type OwnedCode = CodeAt & { readonly project: string };

/** How long an answer waits for what git knows of places that are lost: most histories are asked in less. */
const GIT_WAIT_MS = 150;
/** Sessions whose folder is remembered. */
const SESSIONS_MAX = 1_000;

export class MemoryCode {
  readonly #memory: Memory;
  readonly #shelf: CodeShelf;
  readonly #folders = new Map<string, string>();
  /** One for each project that was asked about with a view; gone with the view. */
  readonly #linked = new WeakMap<object, Map<string, Linked>>();
  #anchorsSet = 0;

  constructor(memory: Memory, shelf: CodeShelf) {
    this.#memory = memory;
    this.#shelf = shelf;
  }

  /** Takes note of the folder that a session works in. */
  note(session: string, folder: string): void {
    this.#folders.delete(session);
    this.#folders.set(session, folder);
    const [oldest] = this.#folders.keys();
    if (this.#folders.size > SESSIONS_MAX && oldest !== undefined) this.#folders.delete(oldest);
  }

  /** Anchors are other than they were, which no number of a graph tells. */
  noteAnchors(): void {
    this.#anchorsSet++;
  }

  /** The code that an asker works on. */
  async codeOf(asker: Asker): Promise<OwnedCode | undefined> {
    const { session = '' } = asker;
    const ofSession = this.#memory.state().sessions.get(session)?.project_path ?? undefined;
    const folder = asker.project ?? this.#folders.get(session) ?? ofSession;
    if (folder === undefined) return undefined;
    const code = await this.#shelf.at(folder);
    if (code === undefined) return undefined;
    const named = asker.project ?? ofSession;
    return named === undefined ? undefined : { ...code, project: await this.#memory.openProject(named) };
  }

  /** The asker's memory joined to it. With `isQuick` nobody waits: what was linked last, as long as it is right. */
  async linkedOf(asker: Asker, { isQuick = false } = {}): Promise<LinkedCode | undefined> {
    const code = await this.codeOf(asker);
    if (code === undefined) return undefined;
    if (isQuick && !this.#isLinked(code)) {
      // The full read that follows finds it done; it is told of what fails.
      this.link(code).catch(() => undefined);
      return undefined;
    }
    const { git } = code;
    const { version } = git;
    const first = await this.link(code);
    const isNews = first !== undefined && !isQuick && (await git.settle(version, GIT_WAIT_MS));
    const links = isNews ? await this.link(code) : first;
    return links === undefined ? undefined : { ...code, links };
  }

  /** Both levels of a project as they are now. */
  levels(project: string): readonly MemoryLevel[] {
    const { user, projects } = this.#memory.state();
    const own = projects.get(project);
    return [
      { level: 'user', graph: user },
      ...(own === undefined ? [] : [{ level: 'project' as const, graph: own }]),
    ];
  }

  /** The links of a project that is in memory, made when the memory, the code or what git knows has changed. */
  link(code: OwnedCode): Promise<MemoryLinks | undefined> {
    const { view, place, git, project } = code;
    const hints = git.hints();
    const key = this.#keyOf(code);
    const known = this.#linked.get(view)?.get(project);
    if (known?.key === key) return known.making;
    const making = runInSlices(linkMemoryInSteps(view, this.levels(project), place, hints)).catch(
      (error: unknown) => {
        if (!this.#shelf.isDamage(code, error)) throw error;
        return undefined;
      },
    );
    const ofView = this.#linked.get(view) ?? new Map<string, Linked>();
    this.#linked.set(view, ofView.set(project, { key, making }));
    return making;
  }

  #isLinked(code: OwnedCode): boolean {
    code.git.hints();
    return this.#linked.get(code.view)?.get(code.project)?.key === this.#keyOf(code);
  }

  /** What a read changes in a node is no matter of the links. */
  #keyOf({ git, project }: OwnedCode): string {
    const sizes = this.levels(project).map(({ graph: { seq, nodes, edges, ledger } }) => {
      return [seq, nodes.size, edges.size, ledger.orphaned];
    });
    return JSON.stringify([sizes, git.version, this.#anchorsSet]);
  }
}
