/**
 * The answer of kg_context about a class or function as a document: its source first, which stays whole while anything else
 * can give way, then who uses it, what it uses, what is bound to change with it.
 */
import type { SourceText } from '../project-face.js';
import type { NodeBrief } from '../query/brief.js';
import type { SymbolContext } from '../query/context-symbol.js';
import type { ReachingTest, ReachingTests } from '../query/tests-reaching.js';
import type { Document } from '../render.js';
import {
  documentOf,
  entityForms,
  governingForms,
  type List,
  listOf,
  openCallList,
  outlineForms,
  totalOf,
} from './context-lists.js';
import { type Face, relateCall } from './follow-up.js';
import { definitionLines } from './naming.js';
import { callerForms, nodeForms, nodeLine, placeOf, relationForms } from './node.js';
import { sourceForms } from './source.js';
import { standInLines } from './stand-ins.js';
import { codeSpan, countOf, grouped, prose } from './text.js';
import { noCallers, notSeen, placeForms, unresolvedSection } from './unresolved.js';

export interface SymbolOptions {
  /** What may hide tests and callers, said when there are none. */
  readonly outside?: readonly string[];
  /** Who reads; a model when absent. */
  readonly face?: Face;
  /** Lists of another origin, at the end. */
  readonly more?: readonly List[];
}

/** kg_context of a class or function. */
export function symbolDocument(
  context: SymbolContext,
  source: SourceText,
  { outside = [], face = 'tools', more = [] }: SymbolOptions = {},
): Document {
  return documentOf(`Context of ${codeSpan(context.symbol.id)}`, symbolIntro(context), [
    { section: { heading: 'Source', total: undefined }, items: [sourceItem(context, source)] },
    ...familyLists(context, face),
    ...callerLists(context, face),
    listOf('Callees', context.callees, relationForms, {
      empty: 'None found.',
      rest: relateCall(face, context.symbol.id, 'out', 'calls'),
      ...totalOf(context.totals, 'callees'),
    }),
    testList(context.reachedBy, outside),
    listOf('Governing ADRs', context.governing, governingForms),
    listOf('Decisions', context.decisions, entityForms),
    listOf('Related concepts', context.concepts, entityForms),
    openCallList(context.openCalls, context.totals),
    ...more,
  ]);
}

function sourceItem(context: SymbolContext, source: SourceText): List['items'][number] {
  return { forms: sourceForms(context, source), isLead: true };
}

function entryLines({ entryPoint }: NodeBrief): string[] {
  return entryPoint === undefined ? [] : [`Entry point: ${prose(entryPoint, 80)}.`];
}

function symbolIntro(context: SymbolContext): string[] {
  const { symbol, flavour, decorators, containers, governing } = context;
  const within = containers.map((node) => codeSpan(node.id)).join(' in ');
  const kind = flavour === '' ? symbol.type : prose(flavour, 40);
  const marks = decorators.map((text) => codeSpan(`@${text}`)).join(' ');
  const ungoverned = governing.length === 0 ? '; no ADR governs it' : '';
  const place = [`${kind} at ${placeOf(symbol)}`, within && `in ${within}`, marks].filter(Boolean).join(', ');
  return [`${place}${ungoverned}`, ...entryLines(symbol), ...definitionLines(symbol, context.definitions)];
}

/** What it is derived from, what is derived from it, what it holds. */
function familyLists(context: SymbolContext, face: Face): List[] {
  const { symbol, members, overrides, overriddenBy, totals } = context;
  if (symbol.type !== 'class') {
    return [
      listOf('Overrides', overrides === undefined ? [] : [overrides], memberForms),
      listOf('Overridden by', overriddenBy, memberForms, totalOf(totals, 'overriddenBy')),
      listOf('Nested definitions', members, outlineOf, totalOf(totals, 'members')),
    ];
  }
  return [
    listOf('Bases', context.bases, relationForms),
    listOf('Subclasses', context.subclasses, relationForms, {
      rest: relateCall(face, symbol.id, 'in', 'inherits'),
      ...totalOf(totals, 'subclasses'),
    }),
    listOf('Members', members, outlineOf, {
      rest: relateCall(face, symbol.id, 'out', 'contains'),
      ...totalOf(totals, 'members'),
    }),
  ];
}

function memberForms(node: NodeBrief) {
  return { forms: nodeForms(node).slice(0, 2), bare: `- ${codeSpan(node.id)}` };
}

function outlineOf(node: NodeBrief): readonly string[] {
  return outlineForms({ node, level: 0 });
}

function callerLists(context: SymbolContext, face: Face): List[] {
  const { symbol, callers, unresolved, totals, inheritedConstructors } = context;
  const made = inheritedConstructors.map(({ id }) => codeSpan(id)).join(', ');
  const callerNote = `It has no constructor of its own; calls that make it may end at ${made}.`;
  const notes = [...(made === '' ? [] : [callerNote]), ...standInLines(context.standIns)];
  const unseen = callers.length === 0 ? [] : [notSeen(context.hiddenUses)].filter(Boolean);
  return [
    listOf('Callers', callers, (caller) => callerForms(caller, symbol), {
      empty: noCallers(unresolved, context.hiddenUses, symbol.entryPoint),
      rest: relateCall(face, symbol.id, 'in', 'calls'),
      notes: [...notes, ...unseen],
      ...totalOf(totals, 'callers'),
    }),
    {
      section: unresolvedSection(unresolved),
      items: (unresolved?.places ?? []).map((place) => ({ forms: placeForms(place) })),
    },
  ];
}

function testList(
  { tests, total, hopsMax, isCut, folders }: ReachingTests,
  outside: readonly string[],
): List {
  const none = `None within ${countOf(hopsMax, 'call')}${isCut ? ' among the callers looked at (it has very many)' : ''}.`;
  return listOf('Tests that reach it', tests, testForms, {
    total,
    empty: (folders.length === 0 ? [none, ...outside] : folders.map(folderLine)).join(' '),
    notes: [
      ...(tests.length > 0 ? folders.map(folderLine) : []),
      ...(isCut && tests.length > 0 ? ['It has very many callers; there may be more tests.'] : []),
    ],
  });
}

/** That a whole folder of tests reaches something. */
export function folderLine(folder: string): string {
  const where = folder === '' ? 'of the project' : `below ${codeSpan(folder)}`;
  return `Every test ${where} runs it: a fixture of ${codeSpan(`${folder}conftest.py`)} with autouse does.`;
}

/** A test, how far away it is, and the way it takes. */
export function testForms({ node, hops, via }: ReachingTest) {
  const way = via.length === 0 ? '' : ` via ${via.map((name) => codeSpan(name)).join(' ← ')}`;
  const far = hops === 1 ? '(direct call)' : `(${grouped(hops)} calls${way})`;
  return {
    forms: [nodeLine(node, hops === 0 ? '(changed itself)' : far), nodeLine(node)],
    bare: `- ${codeSpan(node.id)}`,
  };
}
