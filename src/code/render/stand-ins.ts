/**
 * How an answer about a method's callers names what runs in its place: one line, since who asks for callers must not take
 * "none" for an answer where the calls have gone to overriding methods.
 */
import { groupBy } from '../../kernel/groups.js';
import type { NodeBrief, Relation } from '../query/brief.js';
import type { StandIns } from '../query/stand-ins.js';
import { codeSpan, grouped, prose } from './text.js';

const CALLERS_MAX = 4;
const LINES_MAX = 6;

/** `Overridden by …; called through these: … at shop.py:20.`; no line for what is neither called so nor left to others. */
export function standInLines(standIns: StandIns | undefined): readonly string[] {
  if (standIns === undefined) return [];
  const { kind, total, callers } = standIns;
  if (kind === 'overridden' && callers.length === 0) return [];
  const what = { protocol: "A protocol's method", abstract: 'An abstract method', overridden: '' }[kind];
  const who = total === 0 ? 'nothing that implements it is seen' : `${VERBS[kind]} ${methodsText(standIns)}`;
  const text = [what, who, throughText(standIns)].filter(Boolean).join('; ');
  return [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
}

const VERBS: Readonly<Record<StandIns['kind'], string>> = {
  protocol: 'by the names of methods implemented by',
  abstract: 'overridden by',
  overridden: 'overridden by',
};

function methodsText({ methods, total }: StandIns): string {
  return `${methods.map(({ id }) => codeSpan(id)).join(', ')}${moreText(total - methods.length)}`;
}

function throughText({ total, callers, callersTotal }: StandIns): string {
  if (total === 0) return '';
  if (callers.length === 0) return 'no caller beside its own is seen that goes there';
  const groups = [...groupBy(callers, ({ node }) => node.id).values()].slice(0, CALLERS_MAX);
  const shown = groups.map(callerText).join(', ');
  const said = groups.reduce((sum, group) => sum + group.length, 0);
  return `called through ${total === 1 ? 'it' : 'these'}: ${shown}${moreText(callersTotal - said)}`;
}

/** One caller, over all its edges. */
function callerText(relations: readonly Relation[]): string {
  const [first] = relations;
  if (first === undefined) return '';
  const lines = [...new Set(relations.flatMap(({ edge }) => edge.lines))].sort((a, b) => a - b);
  const targets = relations.map(({ edge }) => codeSpan(shortName(edge.target)));
  const shown = `${targets.slice(0, LINES_MAX).join(', ')}${moreText(targets.length - LINES_MAX)}`;
  return `${codeSpan(first.node.id)}${placeText(first.node, lines)} (to ${shown})`;
}

function placeText({ path }: NodeBrief, lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return ` at ${prose(path, 400)}:${lines.slice(0, LINES_MAX).join(', ')}${moreText(lines.length - LINES_MAX)}`;
}

/** `Full.price` of `func:shop.prices.Full.price`. */
function shortName(id: string): string {
  return id.split('.').slice(-2).join('.');
}

function moreText(count: number): string {
  return count > 0 ? ` and ${grouped(count)} more` : '';
}
