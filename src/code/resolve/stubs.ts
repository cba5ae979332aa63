/**
 * Which stub (`.pyi`) describes which source, as PEP 561 and the type checkers have it: a stub beside its module, or one in a
 * package `name-stubs` beside `name` or below another import root; the latter goes first. Decided by paths alone.
 *
 * A stub with a source is read together with it (`stub-merge.ts`): then both are other than their files say, and a change of
 * one is a change of the other. A stub without a source is a module like any other.
 */
import type { Facts } from '../facts.js';
import type { FactsSource } from './contract.js';
import { directoryOf, joinPath } from './modules.js';
import { describedFacts } from './stub-merge.js';
import { isStub, STUB, twinDirectories } from './stub-paths.js';
import { remainingFacts } from './stub-remainder.js';

/** Stub → source and back. */
export interface StubPairs {
  readonly sourceOf: ReadonlyMap<string, string>;
  /** The one stub that counts. */
  readonly stubOf: ReadonlyMap<string, string>;
}

export function findPairs(paths: Iterable<string>, roots: readonly string[]): StubPairs {
  const known = paths instanceof Set ? (paths as ReadonlySet<string>) : new Set(paths);
  const sourceOf = new Map<string, string>();
  const stubOf = new Map<string, string>();
  for (const stub of known) {
    if (!isStub(stub)) continue;
    const source = describedBy(stub, roots).find((path) => known.has(path));
    if (source === undefined) continue;
    sourceOf.set(stub, source);
    const other = stubOf.get(source);
    if (other === undefined || goesFirst(stub, other)) stubOf.set(source, stub);
  }
  return { sourceOf, stubOf };
}

/** Where the source of a stub may lie. */
function describedBy(stub: string, roots: readonly string[]): string[] {
  const source = `${stub.slice(0, -STUB.length)}.py`;
  const places = twinDirectories(directoryOf(stub), roots);
  const name = source.slice(source.lastIndexOf('/') + 1);
  return places.length === 0 ? [source] : places.map((directory) => joinPath(directory, name));
}

function goesFirst(stub: string, other: string): boolean {
  const isApart = (path: string): boolean => twinDirectories(directoryOf(path), []).length > 0;
  return isApart(stub) === isApart(other) ? stub < other : isApart(stub);
}

/** The same source of facts, in which described files and their stubs are read together. */
export function withStubs(source: FactsSource, pairs: StubPairs): FactsSource {
  if (pairs.sourceOf.size === 0) return source;
  const merged = new Map<string, Facts>();
  const make = (path: string): Facts => {
    const stub = pairs.stubOf.get(path);
    if (stub !== undefined) return describedFacts(source.facts(path), source.facts(stub));
    const described = pairs.sourceOf.get(path);
    if (described === undefined) return source.facts(path);
    const counts = pairs.stubOf.get(described) === path;
    return remainingFacts(source.facts(path), source.facts(described), counts);
  };
  return {
    ...source,
    hash: (path) => source.hash(path),
    facts: (path) => {
      let facts = merged.get(path);
      if (facts === undefined) {
        facts = make(path);
        merged.set(path, facts);
      }
      return facts;
    },
  };
}

/** The changed paths and those that are read together with them, before or now. */
export function withPartners(changed: Iterable<string>, pairings: readonly StubPairs[]): Set<string> {
  const all = new Set(changed);
  for (const path of [...all]) {
    for (const { sourceOf, stubOf } of pairings) {
      const source = sourceOf.get(path) ?? path;
      for (const partner of [source, stubOf.get(source)]) if (partner !== undefined) all.add(partner);
      // Another stub of the same source may count now.
      for (const [stub, described] of sourceOf) if (described === source) all.add(stub);
    }
  }
  return all;
}
