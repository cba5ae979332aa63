/**
 * What is written into the memory as places in the code: touches and edge ends are resolved against the index and pinned, and
 * its author is told what was found, what was not, and what could have been meant.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { couldMean, type Spoken } from '../../../bridge/could-mean.js';
import { TouchFinder } from '../../../bridge/find-touch.js';
import { linkMemory } from '../../../bridge/links.js';
import { Neighbours } from '../../../bridge/near.js';
import { anchorAt, type PinContext, pinTouches } from '../../../bridge/pin.js';
import { type Place, readTouch } from '../../../bridge/touch.js';
import { defaultBranch, readHead } from '../../../kernel/git-head.js';
import { findRepository } from '../../../kernel/repository.js';
import { type Anchor, anchorsField } from '../../../memory/anchor.js';
import { buildGraph } from '../../../memory/build-graph.js';
import type { Level } from '../../../memory/model.js';
import type { Anchoring } from '../../../memory/results.js';
import type { CodeAt } from './code-shelf.js';

/** What is pinned; `now` in seconds. */
export interface Pinning {
  readonly texts: readonly string[];
  readonly level: Level;
  readonly now: number;
  /** What is stored of these texts. */
  readonly stored?: readonly Anchor[] | undefined;
}

const COMMIT_DIGITS = 12;

/**
 * An anchor for each text that names code. One that does not, and did when it was pinned, is pinned where that was followed to:
 * whoever writes it again means what he meant.
 */
export function pin(code: CodeAt, { texts, level, now, stored = [] }: Pinning): readonly Anchor[] {
  const { view, place } = code;
  const { commit, branch } = headOf(place);
  const how = { place, level, now, ...(commit !== undefined && { commit }) };
  const pinned = pinTouches(view, texts, how);
  const lost = stored.filter(({ touch }) => {
    return texts.includes(touch) && !pinned.some((each) => each.touch === touch);
  });
  const all = lost.length === 0 ? pinned : [...pinned, ...pinAnew(code, lost, how)];
  return branch === undefined ? all : all.map((anchor) => ({ ...anchor, branch }));
}

/** The commit that is checked out, its first digits, and its branch when that is not the project's main one. */
export function headOf({ root }: Place): Pick<Anchor, 'commit' | 'branch'> {
  const repository = findRepository(root);
  if (repository === undefined) return {};
  const { commit, branch } = readHead(repository);
  const isMain = branch === undefined || branch === defaultBranch(repository);
  return {
    ...(commit !== undefined && { commit: commit.slice(0, COMMIT_DIGITS) }),
    ...(!isMain && { branch }),
  };
}

function pinAnew({ view, place, git }: CodeAt, lost: readonly Anchor[], how: PinContext): readonly Anchor[] {
  const touches = lost.map(({ touch }) => touch);
  const graph = buildGraph([{ id: 'written', gist: '', touches, ...anchorsField(lost) }], []);
  const { memories } = linkMemory(view, [{ level: how.level, graph }], place, git.hints());
  const neighbours = new Neighbours(view);
  return memories.flatMap(({ anchors }) =>
    anchors.flatMap(({ touch, state, node, anchor }) => {
      if (node === undefined || anchor === undefined || state === 'unsure') return [];
      const lines = anchor.lines === undefined ? {} : { lines: anchor.lines };
      const was = anchor.was ?? anchor.id;
      const pinned = anchorAt(view, neighbours, { touch, node, ...lines, how });
      return [{ ...pinned, ...(was !== pinned.id && { was }) }];
    }),
  );
}

/** What was written. */
export interface Written {
  readonly texts: readonly string[];
  readonly anchored: readonly Anchor[];
  /** A node that has no anchor of any time. */
  readonly loose?: Spoken;
}

/** What its author is told. */
export function describeAnchoring({ view, place }: CodeAt, { texts, anchored, loose }: Written): Anchoring {
  const found = new Set(anchored.map(({ touch }) => touch));
  const unknown = texts.filter((text) => !found.has(text) && isLostCode(text, place));
  const isNamed = anchored.length + unknown.length > 0;
  const meant = loose === undefined || isNamed ? [] : couldMean(view, loose, place);
  const finder = new TouchFinder(view, place);
  const noLines = anchored.filter(({ touch }) => finder.find(touch)?.hasNoLines).map(({ touch }) => touch);
  return { anchored, unknown, noLines, couldMean: meant.map((node) => view.id(node)) };
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
