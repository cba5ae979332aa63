/**
 * What is written into the memory as places in the code: touches and edge ends are resolved against the index and pinned, and
 * its author is told what was found, what was not, and what could have been meant.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { couldMean } from '../../../bridge/could-mean.js';
import { pinTouches } from '../../../bridge/pin.js';
import { type Place, readTouch } from '../../../bridge/touch.js';
import { readHead } from '../../../kernel/git-head.js';
import { findRepository } from '../../../kernel/repository.js';
import type { Anchor } from '../../../memory/anchor.js';
import type { Level } from '../../../memory/model.js';
import type { Anchoring } from '../../../memory/results.js';
import type { CodeAt } from './code-shelf.js';

/** What is pinned; `now` in seconds. */
export interface Pinning {
  readonly texts: readonly string[];
  readonly level: Level;
  readonly now: number;
}

const COMMIT_DIGITS = 12;

/** An anchor for each text that names code. */
export function pin({ view, place }: CodeAt, { texts, level, now }: Pinning): readonly Anchor[] {
  const repository = findRepository(place.root);
  const commit = repository === undefined ? undefined : readHead(repository).commit?.slice(0, COMMIT_DIGITS);
  return pinTouches(view, texts, { place, level, now, ...(commit !== undefined && { commit }) });
}

/** What was written. */
export interface Written {
  readonly texts: readonly string[];
  readonly anchored: readonly Anchor[];
  /** A node that has no anchor of any time. */
  readonly loose?: { readonly id: string; readonly gist: string; readonly notes?: readonly string[] };
}

/** What its author is told. */
export function describeAnchoring({ view, place }: CodeAt, { texts, anchored, loose }: Written): Anchoring {
  const found = new Set(anchored.map(({ touch }) => touch));
  const unknown = texts.filter((text) => !found.has(text) && isLostCode(text, place));
  const meant = loose === undefined || texts.length > 0 ? [] : couldMean(view, loose, place);
  return { anchored, unknown, couldMean: meant.map((node) => view.id(node)) };
}

/** Whether a text looks like code of this project and names no file of it either: other languages are not in the index. */
function isLostCode(text: string, place: Place): boolean {
  const readings = readTouch(text, place);
  const roots = [place.root, place.main];
  return (
    readings.length > 0 &&
    !readings.some((reading) => {
      return reading.kind === 'path' && roots.some((root) => existsSync(path.join(root, reading.path)));
    })
  );
}
