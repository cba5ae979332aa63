/**
 * Completion of arguments while a person types: ids and paths of the graph. It never waits for the index; without one there
 * is nothing to propose.
 */

import type { NodeType } from '../code/model.js';
import type { Project } from '../code/project-face.js';
import { type Completions, completeName } from '../code/query/complete.js';

interface CompleteParams {
  readonly ref: { readonly type: string };
  readonly argument: { readonly name: string; readonly value: string };
}

// What an argument of a prompt or template takes; the others are free text.
const COMPLETED: ReadonlyMap<string, readonly NodeType[] | undefined> = new Map<
  string,
  readonly NodeType[] | undefined
>([
  ['file_path', undefined],
  ['node_id', undefined],
  ['source', undefined],
  ['target', undefined],
  ['id', undefined],
  ['number', ['adr']],
]);

/** Values for an argument, at most 100. */
export async function completeArgument({ argument }: CompleteParams, project: () => Promise<Project>) {
  const { values, total } = await proposals(argument, project);
  return { completion: { values: [...values], total, hasMore: total > values.length } };
}

async function proposals(
  { name, value }: CompleteParams['argument'],
  project: () => Promise<Project>,
): Promise<Completions> {
  if (!COMPLETED.has(name)) return { values: [], total: 0 };
  // Why there is no project is said by the tools.
  const view = (await project().catch(() => undefined))?.view();
  if (view === undefined) return { values: [], total: 0 };
  const types = COMPLETED.get(name);
  const { values, total } = completeName(view, value, types);
  return { values: name === 'number' ? values.map((id) => id.slice('adr:'.length)) : values, total };
}
