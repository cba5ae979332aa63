/**
 * The newest state of a graph that its files can give. The file in place, when it is good; else the newest generation that
 * is, rolled forward by the journal to the last change; else what can be salvaged. Whatever was wrong is said, in words that
 * may be shown to a user, and what is damaged is set aside and never written over.
 *
 * A journal that is ahead of a good file means a process that died between the two (the changes are done again) or somebody
 * who put an older file back on purpose: a mark in the journal tells which, and then the older file wins.
 */
import path from 'node:path';
import { KgError } from '../../kernel/errors.js';
import { runInSlices } from '../../kernel/slices.js';
import { counted } from '../../kernel/text.js';
import { emptyGraph } from '../build-graph.js';
import { decodeGraph } from '../graph-file.js';
import type { MemoryGraph } from '../model.js';
import { type DiskStamp, readIfThere, type StoreDisk, setAside, stampIfThere } from './disk.js';
import { type GraphFile, listBackups } from './graph-files.js';
import { GraphFault, type ParsedGraph, parseGraphInSteps } from './graph-parse.js';
import type { JournalContent } from './journal-line.js';
import { type JournalRecord, recordOf, rollForward } from './journal-record.js';
import { salvageGraph } from './salvage.js';

/** A graph as it was found. */
export interface LoadedGraph {
  readonly graph: MemoryGraph;
  /** The number of the last record that counts as used. */
  readonly journal: number;
  /** Records to append with the next save. */
  readonly unsaved: readonly JournalRecord[];
  /** Whether the file in place holds exactly this; if not it is to be saved at once. */
  readonly isSaved: boolean;
  /** Whether a load would find all that is in the journal after the file in place. */
  readonly isAnchored: boolean;
  /** What was wrong, one sentence each. */
  readonly notices: readonly string[];
}

interface Sources {
  readonly file: GraphFile;
  readonly disk: StoreDisk;
  /** In seconds. */
  readonly now: number;
}

/** Loads a graph. Throws a `KgError` when the disk does not let it be read, or when a newer version wrote it. */
export async function loadGraph(sources: Sources): Promise<LoadedGraph> {
  const { file, disk, now } = sources;
  const { primary } = file.paths;
  const stamp = await stampIfThere(disk, primary);
  const bytes = await readIfThere(disk, primary);
  const content = await file.journal.read();
  const notices: string[] = [];
  if (content.damaged > 0) {
    notices.push(
      `${counted(content.damaged, 'line')} of ${file.paths.journal} cannot be read and count for nothing`,
    );
  }
  if (bytes !== undefined) {
    const parsed = await tryParse(bytes);
    if (!(parsed instanceof GraphFault)) return settle(sources, stamp, parsed, content, notices);
    if (parsed.isNewer) throw ofNewerVersion(primary, parsed);
    const aside = await setAside(disk, primary, Math.round(now * 1_000));
    notices.push(`${primary} was damaged (${parsed.message}): it is kept as ${aside}`);
  }
  file.know(undefined);
  return recover(sources, bytes, content, notices);
}

function settle(
  { file, now }: Sources,
  stamp: DiskStamp | undefined,
  { graph, journal, problems }: ParsedGraph,
  { records, saved }: JournalContent,
  notices: readonly string[],
): LoadedGraph {
  file.know(stamp);
  const last = Math.max(records.at(-1)?.n ?? 0, saved, journal ?? 0);
  const said = [...notices, ...problems.map((problem) => `${file.paths.primary}: ${problem}`)];
  const isAnchored = journal !== undefined;
  const found = { graph, unsaved: [], isSaved: problems.length === 0, isAnchored, notices: said };
  // An earlier program wrote it. A number is left out, so that no older generation is rolled forward across it.
  if (journal === undefined) return { ...found, journal: last === 0 ? 0 : last + 1 };
  const ahead = following(records, journal);
  if (ahead.length === 0) return { ...found, journal: last };
  const newer = rollForward(graph, ahead);
  if (saved <= journal) return { ...found, graph: newer, journal: last, isSaved: false };
  const source = { n: last + 1, ts: now, session: null, op: 'replaced' };
  const record = recordOf(newer, graph, source);
  const replaced = `${file.paths.primary} was replaced by an older state: history has what stood there before`;
  return {
    ...found,
    journal: record === undefined ? last : record.n,
    unsaved: record === undefined ? [] : [record],
    isSaved: false,
    isAnchored: false,
    notices: [...said, replaced],
  };
}

async function recover(
  sources: Sources,
  damaged: Buffer | undefined,
  content: JournalContent,
  notices: string[],
): Promise<LoadedGraph> {
  const { file, disk } = sources;
  const { records } = content;
  const candidates = [
    file.paths.previous,
    ...(await listBackups(disk, file.paths)).reverse().map(({ name }) => path.join(file.paths.backups, name)),
  ];
  const last = Math.max(records.at(-1)?.n ?? 0, content.saved);
  for (const candidate of candidates) {
    const bytes = await readIfThere(disk, candidate);
    if (bytes === undefined) continue;
    const parsed = await tryParse(bytes);
    if (parsed instanceof GraphFault) {
      if (parsed.isNewer) throw ofNewerVersion(candidate, parsed);
      notices.push(`${candidate} is damaged, too (${parsed.message})`);
      continue;
    }
    const from = parsed.journal ?? startOfLastRun(records);
    const ahead = following(records, from);
    const reached = ahead.at(-1)?.n ?? from;
    if (damaged === undefined) notices.push(`${file.paths.primary} was missing`);
    notices.push(`the memory was taken from ${candidate}${lostAfter(reached, last)}`);
    return recovered(rollForward(parsed.graph, ahead), reached, last, notices);
  }
  if (records[0]?.n === 1) {
    const ahead = following(records, 0);
    const reached = ahead.at(-1)?.n ?? 0;
    notices.push(`the memory was put together from ${file.paths.journal}${lostAfter(reached, last)}`);
    return recovered(rollForward(emptyGraph(), ahead), reached, last, notices);
  }
  if (damaged === undefined) {
    return { graph: emptyGraph(), journal: last, unsaved: [], isSaved: true, isAnchored: false, notices };
  }
  const { json, count } = salvageGraph(damaged.toString('utf8'));
  notices.push(
    `no backup of it is left; ${counted(count, 'entry', 'entries')} could be read from the damaged file`,
  );
  return recovered(decodeGraph(json)?.graph ?? emptyGraph(), -1, last, notices);
}

/** The graph of a good file with what its journal has beyond it, for whoever only looks. */
export function newestOf({ graph, journal }: ParsedGraph, { records, saved }: JournalContent): MemoryGraph {
  if (journal === undefined || saved > journal) return graph;
  return rollForward(graph, following(records, journal));
}

/** Where changes are missing a number is left out, so that no older generation is rolled forward across them. */
function recovered(
  graph: MemoryGraph,
  reached: number,
  last: number,
  notices: readonly string[],
): LoadedGraph {
  const journal = reached >= last ? reached : last + 1;
  return { graph, journal, unsaved: [], isSaved: false, isAnchored: false, notices };
}

function lostAfter(reached: number, last: number): string {
  if (reached >= last) return ' and nothing is missing';
  return `; ${counted(last - reached, 'later change')} could not be done again`;
}

/** The records right after number `n`, up to the first that is missing. */
function following(records: readonly JournalRecord[], n: number): JournalRecord[] {
  const later = records.filter((record) => record.n > n);
  const end = later.findIndex((record, index) => record.n !== n + 1 + index);
  return end < 0 ? later : later.slice(0, end);
}

/** The number before the records that follow each other to the end: where a file without a number was loaded. */
function startOfLastRun(records: readonly JournalRecord[]): number {
  const start = records.findLastIndex((record, index) => record.n !== (records[index - 1]?.n ?? 0) + 1);
  return (records[Math.max(start, 0)]?.n ?? 1) - 1;
}

async function tryParse(bytes: Buffer): Promise<ParsedGraph | GraphFault> {
  try {
    return await runInSlices(parseGraphInSteps(bytes));
  } catch (error) {
    if (error instanceof GraphFault) return error;
    throw error;
  }
}

function ofNewerVersion(file: string, fault: GraphFault): KgError {
  return new KgError('not-healthy', `${file} cannot be used: ${fault.message}`, {
    hint: 'Update kg-memory, or choose another folder (KG_STORAGE_ROOT). Nothing was changed.',
  });
}
