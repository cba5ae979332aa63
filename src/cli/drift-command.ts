/** `kg-memory drift`: where decisions and code have gone apart; exit code 3 when something is found, so that CI can use it. */
import type { Project } from '../code/project-face.js';
import {
  DRIFT_KINDS,
  type DriftAnswer,
  type DriftChanges,
  type DriftKind,
  driftCount,
  driftOf,
  unknownNames,
} from '../code/query/drift.js';
import { driftDocument } from '../code/render/drift.js';
import { stateLine } from '../code/render/state-line.js';
import { pageFrom, renderDocument } from '../code/render.js';
import { KgError } from '../kernel/errors.js';
import { makeCursor, readCursor } from '../serve/cursor.js';
import { GitHints } from '../serve/git-hints.js';
import { PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { type Changes, changesSince } from './git-diff.js';
import { STATUS_NAME, withIndex } from './open-index.js';
import { choices, text } from './options.js';

export const driftCommand = defineCommand({
  name: 'drift',
  summary: 'Show where decision records and code have gone apart',
  about: [
    'What records and instructions name and the code does not have, with what it may be now; code that only a superseded record governs; accepted records that govern no code; changed files (the working tree, or since a revision) with the records that govern what was changed in them.',
    'Exit code 3 says that something was found. A record that governs a change is no fault: --only gone,superseded leaves out what is only worth a look.',
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: {
    since: text('REV', 'Compare with this revision instead of HEAD'),
    only: choices('KINDS', 'Only these kinds of findings', DRIFT_KINDS),
    ...PAGE_OPTIONS,
  },
  examples: [
    ['kg-memory drift', 'What is out of step here, uncommitted changes included.'],
    ['kg-memory drift --since main --json', 'The same of a branch, for CI.'],
  ],
  run: async ({ operands: [path], options }, session) => {
    const { since, only, maxTokens, cursor } = options;
    const config = await session.loadConfig(path);
    const input = { root: config.root, since, only, cursor, max_tokens: maxTokens };
    const offset = readCursor('drift', input);
    const changes = await changesOf(config.root, since);
    return withIndex(session, config, async (project) => {
      const found = await look(project, changes);
      const answer = only === undefined ? found : onlyKinds(found, only);
      const about = { since: since ?? 'HEAD', ...('problem' in changes && { problem: changes.problem }) };
      const text = renderDocument(pageFrom(driftDocument(answer, about), offset), {
        maxTokens,
        stateLine: stateLine(project.state(), { statusName: STATUS_NAME }),
        cursorAt: (next) => makeCursor('drift', input, next),
      });
      return { exitCode: driftCount(answer) === 0 ? 0 : 3, text, result: { ...answer, ...about } };
    });
  },
});

/** Without a revision a folder that git knows nothing of has no changes, and why is said. */
async function changesOf(
  root: string,
  since: string | undefined,
): Promise<Changes | { readonly problem: string }> {
  try {
    return await changesSince(root, since ?? 'HEAD', 'kg-memory drift');
  } catch (error) {
    if (since !== undefined || !(error instanceof KgError)) throw error;
    return { problem: error.message };
  }
}

// Renames are told by a log, which takes seconds in a long history.
const RENAMES_WAIT_MS = 10_000;

/** Twice: what the first look needs to know of git is known in the second. */
async function look(project: Project, changes: Changes | { readonly problem: string }): Promise<DriftAnswer> {
  const view = project.view();
  if (view === undefined) throw new Error('an index that is ready has a graph');
  const hints = new GitHints(project.root);
  try {
    const { renamed } = hints.hints();
    const drift: DriftChanges = {
      ...('files' in changes && { changes: changes.files }),
      renamed: (path) => (isPath(path) ? renamed?.(path, undefined) : undefined),
    };
    const { version } = hints;
    // Asks for the renames that it needs.
    driftOf(view, drift);
    const removed = await hints.removedDefinitions(unknownNames(view));
    await hints.settle(version, RENAMES_WAIT_MS);
    return driftOf(view, { ...drift, removed });
  } finally {
    hints.close();
  }
}

function isPath(text: string): boolean {
  return /^[\w./-]*[\w-]\.\w{1,5}$/.test(text);
}

function onlyKinds(answer: DriftAnswer, only: readonly string[]): DriftAnswer {
  const kept = (kind: DriftKind) => only.includes(kind);
  return {
    gone: kept('gone') ? answer.gone : [],
    superseded: kept('superseded') ? answer.superseded : [],
    codeless: kept('codeless') ? answer.codeless : [],
    changed: kept('changed') ? answer.changed : [],
  };
}
