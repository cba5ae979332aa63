/**
 * The bytes of a graph's file as a graph, or why they are none. What single items are is decided in `../graph-file.ts`; here
 * it is only whether the whole is a graph's file, whole and not of the future.
 */
import { decodeGraphInSteps, SCHEMA } from '../graph-file.js';
import { isRecord } from '../is-record.js';
import type { MemoryGraph } from '../model.js';
import { isTooDeepInSteps, JSON_LEVELS_MAX } from './json-depth.js';

/** A file that could be read. */
export interface ParsedGraph {
  readonly graph: MemoryGraph;
  /** The number of the last journal record in it; `undefined` when something else than this program wrote it. */
  readonly journal: number | undefined;
  /** Items that were mended or set aside inside the graph, one sentence each. */
  readonly problems: readonly string[];
}

/** Why a file is no graph. */
export class GraphFault extends Error {
  override readonly name = 'GraphFault';
  /** It may be a good file of a newer version: it must be neither set aside nor written over. */
  readonly isNewer: boolean;

  constructor(message: string, isNewer = false) {
    super(message);
    this.isNewer = isNewer;
  }
}

/** Reads the bytes of a graph's file, in steps. Throws a `GraphFault` when they are no graph. */
export function* parseGraphInSteps(bytes: Uint8Array): Generator<void, ParsedGraph> {
  const text = new TextDecoder('utf-8').decode(bytes);
  if (yield* isTooDeepInSteps(text))
    throw new GraphFault(`it is nested deeper than ${JSON_LEVELS_MAX} levels`);
  const json = parseJson(text);
  yield;
  if (!isRecord(json)) throw new GraphFault('it is no JSON object');
  const meta = isRecord(json._meta) ? json._meta : {};
  if (typeof meta.schema === 'number' && meta.schema > SCHEMA) {
    throw new GraphFault(`it has schema ${meta.schema}, so a newer version wrote it`, true);
  }
  const names = Object.keys(json);
  if (names.length > 0 && !names.some((name) => ['nodes', 'edges', '_meta'].includes(name))) {
    throw new GraphFault('it has neither nodes nor edges');
  }
  const decoded = yield* decodeGraphInSteps(json);
  if (decoded === undefined) throw new GraphFault('its nodes, its edges or its _meta are no object');
  const { journal } = meta;
  const isNumber = typeof journal === 'number' && Number.isSafeInteger(journal) && journal >= 0;
  return {
    graph: decoded.graph,
    journal: isNumber ? journal : undefined,
    problems: decoded.problems,
  };
}

function parseJson(text: string): unknown {
  if (text.trim() === '') throw new GraphFault('it is empty');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GraphFault(`it is no JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}
