/**
 * A memory that sees the code: the same memory, whose operations are given what the code says about them. What is written is
 * pinned, what is read says what has become of its code, and a prompt calls to mind what it names. Every face asks it, so
 * none of them knows.
 *
 * The memory comes first: where there is no code, or a fault of ours in looking at it, an operation goes on without.
 */
import { TouchFinder } from '../../../bridge/find-touch.js';
import { type Nearness, rememberedAt } from '../../../bridge/remembered.js';
import { KgError, stackOf } from '../../../kernel/errors.js';
import type { Log } from '../../../kernel/log.js';
import { codeNamesIn } from '../../../memory/ambient/human-text.js';
import type { Anchor } from '../../../memory/anchor.js';
import type { CodePlaces } from '../../../memory/code-places.js';
import { healFields } from '../../../memory/heal.js';
import { TOUCHES_MAX } from '../../../memory/limits.js';
import { edgeKey, type Level, type MemoryGraph } from '../../../memory/model.js';
import type { Asker, Operation, PutEdge, PutNode, Recall } from '../../../memory/operations.js';
import type { ResultOf, Results } from '../../../memory/results.js';
import type { MemoryPort } from '../memory-port.js';
import { describeAnchoring, pin, type Written } from './anchoring.js';
import { codePlaces } from './code-places.js';
import type { CodeAt, CodeShelf } from './code-shelf.js';
import type { LinkedCode, MemoryCode } from './memory-code.js';

export interface BridgeParts {
  readonly shelf: CodeShelf;
  readonly code: MemoryCode;
  readonly log: Log;
  /** Seconds since 1970. */
  readonly now: () => number;
}

/** The memory with the code beside it. */
export function bridgedMemory(memory: MemoryPort, parts: BridgeParts): MemoryPort {
  const bridge = new Bridge(memory, parts);
  return { ...memory, apply: (operation) => bridge.apply(operation) };
}

// The nearest first. A memory of the class around, of the folder or of a decision is about more than what was named.
const CALLED_TO_MIND: readonly Nearness[] = ['itself', 'inside'];

class Bridge {
  constructor(
    private readonly memory: MemoryPort,
    private readonly parts: BridgeParts,
  ) {}

  async apply<O extends Operation>(operation: O): Promise<ResultOf<O>> {
    // Each kind is answered with its own result.
    return (await this.#answer(operation)) as ResultOf<O>;
  }

  async #answer(operation: Operation): Promise<Results[Operation['kind']]> {
    switch (operation.kind) {
      case 'put-node':
        return this.#putNode(operation);
      case 'put-edge':
        return this.#putEdge(operation);
      case 'read-nodes':
      case 'search':
        return this.memory.apply(await this.#withPlaces(operation));
      case 'read-graph': {
        const result = await this.memory.apply(await this.#withPlaces(operation));
        this.#note(result.session, operation);
        return result;
      }
      case 'bootstrap': {
        const result = await this.memory.apply(await this.#withPlaces(operation, { isQuick: true }));
        this.#note(result.session, operation);
        return result;
      }
      case 'recall': {
        const result = await this.memory.apply(await this.#withNames(operation));
        if (result.session !== null) this.#note(result.session, operation);
        return result;
      }
      default:
        return this.memory.apply(operation);
    }
  }

  async #putNode(operation: PutNode): Promise<Results['put-node']> {
    const { touches } = healFields(operation);
    // They are refused; looking each of thousands up would hold everybody up.
    if (touches !== undefined && touches.length > TOUCHES_MAX) return this.memory.apply(operation);
    const code = await this.#codeOf(operation);
    const graph = code && this.#graphOf(code.project, operation);
    const stored = graph?.nodes.get(operation.id)?._anchors;
    const anchors =
      code === undefined || touches === undefined ? undefined : this.#pin(code, operation, touches, stored);
    const result = await this.memory.apply({ ...operation, ...(anchors !== undefined && { anchors }) });
    const isBlind = touches !== undefined && anchors === undefined;
    if (code === undefined || isBlind) return result;
    const { node, level } = result;
    const isLoose = level === 'project' && (node._anchors ?? []).length === 0;
    // A memory of the user may mean another project's code.
    const texts = level === 'project' ? (touches ?? []) : [];
    const written = { texts, anchored: anchors ?? [], ...(isLoose && { loose: node }) };
    return { ...result, ...this.#describe(code, written) };
  }

  async #putEdge(operation: PutEdge): Promise<Results['put-edge']> {
    const code = await this.#codeOf(operation);
    if (code === undefined) return this.memory.apply(operation);
    const isMemory = (end: string) => {
      return this.parts.code.levels(code.project).some(({ graph }) => graph.nodes.has(end));
    };
    const texts = [operation.from, operation.to].filter((end) => !isMemory(end));
    const stored = this.#graphOf(code.project, operation)?.edges.get(edgeKey(operation))?._anchors;
    const anchors = this.#pin(code, operation, texts, stored);
    const result = await this.memory.apply({ ...operation, ...(anchors !== undefined && { anchors }) });
    if (anchors === undefined) return result;
    // Of an end that is none of the code its author is told as of any artifact.
    return { ...result, ...this.#describe(code, { texts: [], anchored: anchors }) };
  }

  /** `undefined` when the code cannot be looked at: what was pinned before stays. */
  #pin(
    code: CodeAt,
    { level }: { readonly level: Level },
    texts: readonly string[],
    stored: readonly Anchor[] | undefined,
  ) {
    return this.#soundly(code, () => pin(code, { texts, level, stored, now: this.parts.now() }));
  }

  #graphOf(project: string, { level }: { readonly level: Level }): MemoryGraph | undefined {
    return this.parts.code.levels(project).find((each) => each.level === level)?.graph;
  }

  #describe(code: CodeAt, written: Written): Pick<Results['put-node'], 'code'> {
    const anchoring = this.#soundly(code, () => describeAnchoring(code, written));
    return anchoring === undefined ? {} : { code: anchoring };
  }

  async #withPlaces<O extends Asker>(operation: O, how: { readonly isQuick?: boolean } = {}): Promise<O> {
    const linked = await this.#linkedOf(operation, how);
    return linked === undefined ? operation : { ...operation, code: this.#placesOf(linked) };
  }

  async #withNames(operation: Recall): Promise<Recall> {
    const names = codeNamesIn(operation.prompt);
    const linked = await this.#linkedOf(operation, { isQuick: names.length === 0 });
    if (linked === undefined) return operation;
    const named = this.#soundly(linked, () => namedMemories(linked, names)) ?? [];
    return { ...operation, named, code: this.#placesOf(linked) };
  }

  /** They are asked in the middle of an operation, which nothing of the code may break. */
  #placesOf(linked: LinkedCode): CodePlaces {
    const places = codePlaces(linked.view, linked.links);
    return {
      of: (level, id) => this.#soundly(linked, () => places.of(level, id)) ?? [],
      stale: (level) => this.#soundly(linked, () => places.stale(level)) ?? [],
    };
  }

  #soundly<Answer>(code: CodeAt, ask: () => Answer): Answer | undefined {
    try {
      return this.parts.shelf.soundly(code, ask);
    } catch (error) {
      this.#tellFault(error);
      return undefined;
    }
  }

  async #codeOf(asker: Asker) {
    try {
      return await this.parts.code.codeOf(asker);
    } catch (error) {
      this.#tellFault(error);
      return undefined;
    }
  }

  async #linkedOf(asker: Asker, how: { readonly isQuick?: boolean }): Promise<LinkedCode | undefined> {
    try {
      return await this.parts.code.linkedOf(asker, how);
    } catch (error) {
      this.#tellFault(error);
      return undefined;
    }
  }

  /** What is wrong with an asker or a folder is said by the memory itself; all else is our own. */
  #tellFault(error: unknown): void {
    if (error instanceof KgError) return;
    this.parts.log.error(`code beside the memory: ${stackOf(error)}`);
  }

  #note(session: string, { project }: Asker): void {
    if (project !== undefined) this.parts.code.note(session, project);
  }
}

/** Memories of what is named, the nearest first, those of the first name before those of the next. */
function namedMemories({ view, links, place }: LinkedCode, names: readonly string[]) {
  const finder = new TouchFinder(view, place);
  const nodes = names.flatMap((name) => finder.find(name)?.node ?? []);
  const found = [...new Set(nodes)].flatMap((node) => rememberedAt(view, links, [node]));
  return found
    .filter(({ nearness }) => CALLED_TO_MIND.includes(nearness))
    .sort((a, b) => CALLED_TO_MIND.indexOf(a.nearness) - CALLED_TO_MIND.indexOf(b.nearness))
    .map(({ memory: { level, id } }) => ({ level, id }));
}
