/** What the linker's tests share: Python texts → facts → segments, without a disk. One parser serves a whole test file. */
import { createHash } from 'node:crypto';
import { PythonExtractor } from '../../../src/code/extract/python.js';
import type { Facts } from '../../../src/code/facts.js';
import type { Segment } from '../../../src/code/model.js';
import { PythonParser } from '../../../src/code/parse.js';
import {
  createLinker,
  type FactsSource,
  type Linker,
  type LinkResult,
  type LinkStep,
} from '../../../src/code/resolve/resolve.js';

/** Path → Python text. */
export type Sources = ReadonlyMap<string, string>;

const extractor = new PythonExtractor(await PythonParser.load());
const factsByText = new Map<string, Facts>();

/** Facts of one file; made once per path and text. */
export function factsOf(path: string, text: string): Facts {
  const key = `${path}\n${text}`;
  let facts = factsByText.get(key);
  if (facts === undefined) {
    facts = extractor.extract({ path, text, problems: [] });
    factsByText.set(key, facts);
  }
  return facts;
}

export interface SourceOptions {
  readonly roots?: readonly string[];
  readonly rootPackage?: string;
}

/** What a linker is given. */
export function sourceOf(sources: Sources, { roots = [''], rootPackage }: SourceOptions = {}): FactsSource {
  const text = (path: string): string => {
    const found = sources.get(path);
    if (found === undefined) throw new Error(`${path} was asked for and is not there`);
    return found;
  };
  return {
    paths: [...sources.keys()].sort(),
    roots,
    ...(rootPackage === undefined ? {} : { rootPackage }),
    facts: (path) => factsOf(path, text(path)),
    hash: (path) => createHash('sha256').update(text(path)).digest('hex').slice(0, 8),
  };
}

/** Runs an update to its end. */
export function finish(run: Generator<LinkStep, LinkResult, void>): LinkResult {
  let step = run.next();
  while (!step.done) step = run.next();
  return step.value;
}

/** All segments of a project, linked at once, by key. */
export function linkAll(sources: Sources, options: SourceOptions = {}): ReadonlyMap<string, Segment> {
  const source = sourceOf(sources, options);
  const { replaced } = finish(createLinker().update(source, source.paths));
  return new Map(replaced.map((segment) => [segment.key, segment]));
}

/** A project that is edited: holds the linker and the segments as a graph would. */
export class LinkedProject {
  readonly segments = new Map<string, Segment>();
  #linker: Linker = createLinker();
  #sources = new Map<string, string>();

  /** Brings the project to these texts. Returns the number of files linked. */
  change(next: Sources): number {
    return this.#take(next, finish(this.#begin(next)));
  }

  /** Begins to bring the project to these texts and gives that up after so many steps, unless it has come to its end. */
  giveUp(next: Sources, steps: number): void {
    const run = this.#begin(next);
    let step = run.next();
    for (let count = 1; !step.done && count < steps; count++) step = run.next();
    if (step.done) this.#take(next, step.value);
  }

  #begin(next: Sources): Generator<LinkStep, LinkResult, void> {
    const changed = [...new Set([...this.#sources.keys(), ...next.keys()])].filter(
      (path) => this.#sources.get(path) !== next.get(path),
    );
    return this.#linker.update(sourceOf(next), changed);
  }

  #take(next: Sources, result: LinkResult): number {
    for (const key of result.removed) this.segments.delete(key);
    for (const segment of result.replaced) this.segments.set(segment.key, segment);
    for (const { key, reads } of result.touched) {
      const segment = this.segments.get(key);
      if (segment === undefined) throw new Error(`${key} is touched and was never made`);
      this.segments.set(key, { ...segment, reads });
    }
    this.#sources = new Map(next);
    return result.relinked;
  }

  /** Goes on with a linker that knows only what the segments hold, in whatever order the texts of `reads` are kept. */
  restart(): void {
    const segments = [...this.segments.values()].map(({ key, reads }) => ({ key, reads: [...reads].sort() }));
    this.#linker = createLinker({ roots: [''], segments });
  }
}

/** Segments without what is the linker's own, as text to compare. */
export function describeSegments(segments: ReadonlyMap<string, Segment>): string {
  return [...segments.values()]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, nodes, edges, unresolved }) =>
      [
        key,
        ...nodes.map((node) => JSON.stringify(node)),
        ...edges.map((edge) => JSON.stringify(edge)),
        ...unresolved.map((call) => JSON.stringify(call)),
      ].join('\n  '),
    )
    .join('\n');
}
