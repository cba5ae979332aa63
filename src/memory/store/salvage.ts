/**
 * What can be read of a damaged file when no generation of it is left: every node and every edge that stands there whole.
 * It relies on the indent of the files this program and the earlier ones write; a file that was laid out anew gives nothing.
 */
import { isRecord } from '../is-record.js';

// An item of `nodes`, `edges` or `_meta`: a key indented by four, an object, and a brace indented by four.
const ITEM = /^ {4}("(?:[^"\\\n]|\\.)*"): (\{(?:\}|\n(?: {5}.*\n)*? {4}\}))/gm;
const PROJECT_PATH = /^ {4}"project_path": ("(?:[^"\\\n]|\\.)*")/m;

/** A graph's JSON of the whole items in a damaged text, and how many nodes and edges there are. */
export function salvageGraph(text: string): { readonly json: object; readonly count: number } {
  const nodes: [string, unknown][] = [];
  const edges: [string, unknown][] = [];
  const meta: [string, unknown][] = [];
  for (const [, rawKey = '', rawValue = ''] of text.matchAll(ITEM)) {
    const [key, value] = [parsed(rawKey), parsed(rawValue)];
    if (typeof key !== 'string' || !isRecord(value)) continue;
    if ('from' in value && 'to' in value) edges.push([key, value]);
    else if ('gist' in value) nodes.push([key, value]);
    else if (key === 'versions' || key === 'progress') meta.push([key, value]);
  }
  const path = PROJECT_PATH.exec(text)?.[1];
  if (path !== undefined) meta.push(['project_path', parsed(path)]);
  const json = {
    nodes: Object.fromEntries(nodes),
    edges: Object.fromEntries(edges),
    _meta: Object.fromEntries(meta),
  };
  return { json, count: nodes.length + edges.length };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
