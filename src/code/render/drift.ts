/** Where decisions and code have gone apart, as a document, and as lines of the status. */
import type { DriftAnswer, GoneName, GovernedChange, SupersededRule } from '../query/drift.js';
import { driftCount } from '../query/drift.js';
import type { Document } from '../render.js';
import { documentOf, listOf } from './context-lists.js';
import { nodeLine } from './node.js';
import type { Lines } from './status.js';
import { codeSpan, countOf, prose } from './text.js';

export interface DriftOptions {
  /** What was compared with, in words; absent when nothing was. */
  readonly since?: string;
  /** Why there are no changes to look at. */
  readonly problem?: string;
}

/** The answer of `kg-memory drift`. */
export function driftDocument(answer: DriftAnswer, { since, problem }: DriftOptions): Document {
  const count = driftCount(answer);
  const intro = [
    count === 0
      ? 'Decisions and code agree, as far as names tell.'
      : `${countOf(count, 'place')} to look at.`,
    ...(problem === undefined ? [] : [`Changes were not looked at: ${prose(problem)}.`]),
  ];
  return documentOf('Drift between decisions and code', intro, [
    listOf('Named, and not in the code', answer.gone, (gone) => [goneLine(gone)]),
    listOf('Governed by a superseded record alone', answer.superseded, (rule) => [supersededLine(rule)]),
    listOf('Decisions without any code', answer.codeless, (record) => [nodeLine(record)]),
    listOf(
      `Changed ${since === undefined ? '' : `since ${prose(since, 80)} `}and governed`,
      answer.changed,
      (change) => [changedLine(change)],
    ),
  ]);
}

/** A section of the status: what is named and gone stands there already. None when there is nothing to say. */
export function driftLines({
  superseded,
  codeless,
}: Pick<DriftAnswer, 'superseded' | 'codeless'>): readonly Lines[] {
  const lines = [
    ...superseded.map(supersededLine),
    ...codeless.map(({ id }) => `- ${codeSpan(id)} is accepted and governs no code`),
  ];
  return [{ heading: 'Drift of decisions', lines, isList: true }];
}

// As git shortens them in a project of ordinary size.
const COMMIT_DIGITS = 7;

function goneLine({ document, text, line, renamedTo, goneIn, perhaps }: GoneName): string {
  const place = codeSpan(`${document.path}:${line}`);
  const hint =
    renamedTo !== undefined
      ? `; it is ${codeSpan(renamedTo)} now`
      : perhaps === undefined
        ? ''
        : `; perhaps ${codeSpan(perhaps.id)}`;
  const since =
    goneIn === undefined
      ? ''
      : `, gone since ${codeSpan(goneIn.commit.slice(0, COMMIT_DIGITS))} ${prose(goneIn.subject, 80)}`;
  return `- ${codeSpan(document.id)} names ${codeSpan(text)} (${place})${since}${hint}`;
}

function supersededLine({ record, supersededBy, governs }: SupersededRule): string {
  const successors = supersededBy.map((id) => codeSpan(id)).join(', ');
  const by = successors === '' ? 'is superseded' : `is superseded by ${successors}`;
  const code = governs.slice(0, SHOWN_MAX).map(({ id }) => codeSpan(id));
  const more = governs.length > SHOWN_MAX ? ` and ${governs.length - SHOWN_MAX} more` : '';
  return `- ${codeSpan(record.id)} ${by}, and alone governs ${code.join(', ')}${more}`;
}

function changedLine({ path, records }: GovernedChange): string {
  const by = records.map(({ record, governs }) => {
    const what = governs.path === path && governs.type === 'file' ? '' : ` (${codeSpan(governs.id)})`;
    return `${codeSpan(record.id)} ${prose(record.name, 80)}${what}`;
  });
  return `- ${codeSpan(path)}: ${by.join('; ')}`;
}

// A record that governs more is read itself.
const SHOWN_MAX = 6;
