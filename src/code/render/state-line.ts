/**
 * The last line of every answer: how far the answer can be trusted. When the graph was last in line with the disk, what
 * has changed since, what could not be read.
 */
import type { IndexProgress, IndexState } from '../project-face.js';
import { codeSpan, countOf, grouped } from './text.js';

// Names of changed files; a branch switch changes thousands.
const NAMES_MAX = 3;

export interface StateLineOptions {
  /** Files that are known to be no longer as indexed. */
  readonly stale?: readonly string[];
  /** How the reader asks for the status; `kg_status` when absent. */
  readonly statusName?: string | undefined;
}

/** `Index: 2026-11-30T10:34:12Z; 0 files changed since.` and what else bears on an answer. One line. */
export function stateLine(
  state: IndexState,
  { stale = [], statusName = 'kg_status' }: StateLineOptions = {},
): string {
  const parts = [indexedText(state)];
  const changed = stale.length > 0 ? stale : state.changedSince;
  const names = changed.slice(0, NAMES_MAX).map((path) => codeSpan(path));
  const more = changed.length > NAMES_MAX ? ', …' : '';
  const named = changed.length === 0 ? '' : ` (${names.join(', ')}${more}: lines there may have moved)`;
  // What a graph that is still being made has not seen is no change.
  if (changed.length > 0 || !(isBeingMade(state) || state.isBehind === true))
    parts.push(`${countOf(changed.length, 'file')} changed since${named}`);
  if (state.filesNotParsed > 0) {
    parts.push(`${countOf(state.filesNotParsed, 'file')} not parsed whole (${statusName} names them)`);
  }
  return `Index: ${parts.join('; ')}.`;
}

/** `parsing, 412 of 1,790 files`. */
export function progressText({ phase, done, total }: IndexProgress): string {
  return total === 0 ? phase : `${phase}, ${grouped(done)} of ${grouped(total)}`;
}

/** `2026-11-30T10:34:12Z`. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** A look at a tree that was indexed before counts only once it has found something to do. */
function isBeingMade({ progress, failure, indexedAt }: IndexState): boolean {
  const isAtRest = ['ready', 'saving', 'reading', 'asking'].includes(progress.phase);
  return failure === undefined && !isAtRest && (indexedAt === undefined || progress.total > 0);
}

function indexedText(state: IndexState): string {
  const { indexedAt, progress, failure } = state;
  if (failure !== undefined) return `not up to date, since indexing failed: ${codeSpan(failure)}`;
  if (isBeingMade(state)) {
    const since = indexedAt === undefined ? '' : `; this answer is as of ${timeText(indexedAt)}`;
    return `still being made (${progressText(progress)}), so what is missing here may only be not indexed yet${since}`;
  }
  if (indexedAt === undefined) return 'no graph yet';
  return state.isBehind === true
    ? `as of ${timeText(indexedAt)}, so what has changed since may be missing here`
    : timeText(indexedAt);
}

/** What may hide a hit: sentences for an answer that found nothing. */
export function blindSpots(state: IndexState): string[] {
  const spots: string[] = [];
  const { outside, directories } = state.sources;
  if (outside.length > 0) {
    const files = outside.reduce((sum, each) => sum + each.files, 0);
    const folders = outside.slice(0, 4).map((each) => codeSpan(`${each.folder}/`));
    const names = directories.map((path) => codeSpan(path)).join(', ');
    const indexed = names === '' ? 'Nothing is indexed' : `Only ${names} is indexed`;
    const more = outside.length > 4 ? ', …' : '';
    spots.push(
      `${indexed}; outside (KG_SOURCE_DIRS): ${countOf(files, 'Python file')} in ${folders.join(', ')}${more}.`,
    );
  }
  if (state.filesNotParsed > 0) {
    spots.push(`${countOf(state.filesNotParsed, 'file')} could not be parsed whole and may hold more.`);
  }
  return spots;
}
