/**
 * The agent memory by REST: read whole, and changed one thing at a time. Every change can be taken back: the server keeps a
 * history, of which the newest entry is the change that was just made.
 */
import type { MemoryWire, PlacesWire } from '../data/memory-wire.js';
import { type AskOptions, ask } from './api.js';

export type Level = 'user' | 'project';

/** Which node, of which graph. */
export interface MemoryAddress {
  readonly project: string;
  readonly level: Level;
  readonly id: string;
}

/** What one writes into a node. */
export interface MemoryDraft {
  readonly gist: string;
  readonly notes: readonly string[];
  readonly touches: readonly string[];
}

/** Both levels and, of a project, where its memory lies in the code. */
export async function fetchMemory(
  project: string,
  options: Pick<AskOptions, 'token'> = {},
): Promise<MemoryWire> {
  const query = projectOf(project);
  const graphs = ask<MemoryWire>('/api/graph/read', { query, ...options });
  if (project === '') return graphs;
  const places = ask<PlacesWire>('/api/places', { query, ...options });
  const [memory, found] = await Promise.all([graphs, places]);
  return { ...memory, places: found };
}

export async function putNode({ project, level, id }: MemoryAddress, draft: MemoryDraft): Promise<void> {
  await ask('/api/nodes', { method: 'POST', body: { level, id, ...draft, ...projectOf(project) } });
}

export async function archiveNode(address: MemoryAddress): Promise<void> {
  await ask(`${pathOf(address)}/archive`, { method: 'POST', body: projectOf(address.project) });
}

export async function restoreNode(address: MemoryAddress): Promise<void> {
  await ask(`${pathOf(address)}/restore`, { method: 'POST', body: projectOf(address.project) });
}

export async function deleteNode(address: MemoryAddress): Promise<void> {
  await ask(pathOf(address), { method: 'DELETE', query: projectOf(address.project) });
}

/** Joins a node to another one, a file or any other text. */
export async function connectNode(
  { project, level, id }: MemoryAddress,
  to: string,
  rel: string,
): Promise<void> {
  await ask('/api/edges', { method: 'POST', body: { level, from: id, to, rel, ...projectOf(project) } });
}

interface HistoryReply {
  readonly entries: readonly { readonly n: number }[];
}

/** The number of the newest change of a graph; 0 when there is none. */
export async function newestChange(project: string, level: Level): Promise<number> {
  const query = { level, limit: '1', ...projectOf(project) };
  const { entries } = await ask<HistoryReply>('/api/history', { query });
  return entries[0]?.n ?? 0;
}

/** Takes a change back. */
export async function undoChange(project: string, level: Level, n: number): Promise<void> {
  await ask('/api/undo', { method: 'POST', body: { level, n, ...projectOf(project) } });
}

function projectOf(project: string): { readonly project_path?: string } & Readonly<Record<string, string>> {
  return project === '' ? {} : { project_path: project };
}

function pathOf({ level, id }: MemoryAddress): string {
  return `/api/nodes/${level}/${encodeURIComponent(id)}`;
}
