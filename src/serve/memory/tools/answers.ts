/**
 * The answers of tools that write, as text: what was done, what the memory did beside it, and what to do next. Stored texts
 * are quoted as one line each, so that none of them can pass for a line of ours.
 */

import { counted, printable } from '../../../kernel/text.js';
import { GIST_CHARS_ADVISED } from '../../../memory/limits.js';
import type { Level, MemoryEdge } from '../../../memory/model.js';
import { shorten } from '../../../memory/one-line.js';
import type { Anchoring, CompactionReport, NearDuplicate, Results } from '../../../memory/results.js';

// Ids named of a long list; the rest is counted.
const IDS_SHOWN = 5;
const GIST_SHOWN_CHARS = 100;
// A touch and where it is.
const TEXT_SHOWN_CHARS = 240;

/** Lines that are there, joined. */
export function lines(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n');
}

export function edgeText({ from, rel, to }: MemoryEdge): string {
  return `${printable(from)} --${printable(rel)}--> ${printable(to)}`;
}

/** What compaction did to the level, or nothing. */
export function compactionText({
  archived,
  restored,
  orphaned,
  deleted,
}: CompactionReport): string | undefined {
  const parts = [
    archived.length > 0 && `archived ${ids(archived)} (still found by search and kg_read with ids)`,
    restored.length > 0 && `brought back ${ids(restored)}`,
    orphaned.length > 0 && `hid ${counted(orphaned.length, 'archived node')} that had no place left`,
    deleted.length > 0 && `deleted ${counted(deleted.length, 'node')} that nobody recalled for a year`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : `The memory made room: ${parts.join('; ')}.`;
}

export function putNodeText(result: Results['put-node']): string {
  const { level, node, version, isNew, was, isHealed, isLong, nearDuplicates, compaction, code } = result;
  const promoted = was !== undefined && was !== 'active' && ` It was ${was} and is active again.`;
  return lines(
    `${isNew ? 'Saved' : 'Updated'} node ${node.id} in the ${level} graph (version ${version}).${promoted || ''}`,
    isHealed &&
      'Parts of a tool call stood in the gist and were put where they belong; look at it with kg_read.',
    isLong && longGist(node.gist.length),
    anchoringText(code),
    duplicatesText(nearDuplicates),
    compactionText(compaction),
  );
}

/** What the texts mean in the code: where they are anchored, what is found nowhere, what could have been meant. */
function anchoringText(code: Anchoring | undefined): string | undefined {
  if (code === undefined) return undefined;
  const { anchored, unknown, noLines, couldMean } = code;
  const at = anchored.map(({ touch, id, path, lines }) => {
    const place = id.endsWith(`:${path}`) ? '' : path;
    const where = [place, lines === undefined ? '' : lineText(lines)].filter((each) => each !== '');
    const text = touch === id ? printable(touch) : `${printable(touch)} → ${printable(id)}`;
    return where.length === 0 ? text : `${text} (${printable(where.join(', '))})`;
  });
  return lines(
    at.length > 0 && `Anchored in the code, and followed when that changes: ${some(at)}.`,
    noLines.length > 0 &&
      `Taken for the whole file, which has no such lines: ${some(noLines.map(printable))}.`,
    unknown.length > 0 && `Not in the code index, nor a file: ${some(unknown.map(printable))}.`,
    couldMean.length > 0 &&
      `No code is named. If it is about code, put it again with touches; it could be: ${some(couldMean.map(printable))}.`,
  );
}

/** Counted from the first line of what it is in. */
function lineText([first, last]: readonly [number, number]): string {
  return first === last ? `its line ${first + 1}` : `its lines ${first + 1}-${last + 1}`;
}

function some(texts: readonly string[]): string {
  const shown = texts.slice(0, IDS_SHOWN).map((text) => shorten(text, TEXT_SHOWN_CHARS));
  const more = texts.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function longGist(chars: number): string {
  return `Its gist has ${chars} characters; up to ${GIST_CHARS_ADVISED} is advised. Keep the bottom line and move the rest to notes.`;
}

function duplicatesText(found: readonly NearDuplicate[]): string | undefined {
  if (found.length === 0) return undefined;
  const shown = found.map(({ level, id, gist }) => `  [${level}] ${id}: ${oneLine(gist)}`);
  return lines('Nearly the same is already there; if it is, kg_merge_nodes makes one of two:', ...shown);
}

export function putEdgeText({
  level,
  edge,
  version,
  isNew,
  artifacts,
  compaction,
  code,
}: Results['put-edge']): string {
  const inCode = code?.anchored.map(({ touch }) => touch) ?? [];
  const others = artifacts.filter((end) => !inCode.includes(end));
  return lines(
    `${isNew ? 'Saved' : 'Updated'} edge ${edgeText(edge)} in the ${level} graph (version ${version}).`,
    others.length > 0 && `No node of that id, so kept as an artifact: ${others.map(printable).join(', ')}.`,
    anchoringText(code),
    compactionText(compaction),
  );
}

export function deletedNodeText({
  level,
  node,
  edgesDeleted,
  edgesLeft,
  compaction,
}: Results['delete-node']): string {
  const left = edgesLeft.slice(0, IDS_SHOWN).map((edge) => `  ${edgeText(edge)}`);
  return lines(
    `Deleted node ${node.id} and ${counted(edgesDeleted, 'edge')} from the ${level} graph. kg-memory restore can bring it back for a while.`,
    edgesLeft.length > 0 && `${counted(edgesLeft.length, 'edge')} of the other graph named it and stayed:`,
    ...left,
    compactionText(compaction),
  );
}

export function changedNodeText(
  what: string,
  result: { readonly level: Level; readonly edgesChanged: number; readonly compaction: CompactionReport },
): string {
  const { level, edgesChanged, compaction } = result;
  return lines(
    `${what} in the ${level} graph; ${counted(edgesChanged, 'edge')} changed with it.`,
    compactionText(compaction),
  );
}

const REASONS = {
  already: 'this session has already endorsed it',
  budget: 'this session has given all its endorsements',
  unknown: 'there is no such node',
} as const;

export function usefulText({ accepted, rejected, left }: Results['useful']): string {
  const named = accepted.map(({ level, id }) => `${id} (${level})`).join(', ');
  return lines(
    accepted.length > 0 ? `Endorsed: ${named}.` : 'Nothing was endorsed.',
    ...rejected.map(({ id, because }) => `Not endorsed: ${printable(id)}: ${REASONS[because]}.`),
    `${counted(left, 'endorsement')} left in this session.`,
  );
}

function ids(all: readonly string[]): string {
  const shown = all.slice(0, IDS_SHOWN).join(', ');
  return all.length > IDS_SHOWN ? `${shown} and ${all.length - IDS_SHOWN} more` : shown;
}

function oneLine(gist: string): string {
  const line = printable(gist.replace(/\s+/g, ' ').trim());
  return line.length > GIST_SHOWN_CHARS ? `${line.slice(0, GIST_SHOWN_CHARS)}…` : line;
}
