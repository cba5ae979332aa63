/**
 * The answers of kg_context as documents: of a file (the seven sections), of a symbol (source, callers, callees, tests,
 * decisions), of anything else.
 */
import type { SourceText } from '../project-face.js';
import type { NodeBrief, Relation } from '../query/brief.js';
import { propertyText } from '../query/brief.js';
import type { EntityContext } from '../query/context.js';
import type { FileContext } from '../query/context-file.js';
import type { SymbolContext } from '../query/context-symbol.js';
import type { EntityLink, Governing } from '../query/governing.js';
import type { CutTotals } from '../query/relations.js';
import type { ReachingTest, ReachingTests } from '../query/tests-reaching.js';
import type { OpenCall } from '../query/unresolved.js';
import { type Document, type Item, inTurns, type Section } from '../render.js';
import { aboutNode, edgeLine, evidenceOf, nodeForms, nodeLine, placeOf, relationForms } from './node.js';
import { sourceForms } from './source.js';
import { codeSpan, countOf, grouped, prose } from './text.js';
import { noCallers, unresolvedLines } from './unresolved.js';

/** One list of a document before its items are put in order of importance. */
interface List {
  readonly section: Section;
  readonly items: readonly (readonly string[])[];
}

/** `total`: of a list that is cut. */
function listOf<T>(
  heading: string,
  values: readonly T[],
  forms: (value: T) => readonly string[],
  { total = values.length, ...more }: Partial<Pick<Section, 'empty' | 'notes' | 'total'>> = {},
): List {
  return { section: { heading, total, ...more }, items: values.map((value) => forms(value)) };
}

function documentOf(title: string, intro: readonly string[], lists: readonly List[]): Document {
  const numbered = lists.map(({ items }, section) => items.map((forms): Item => ({ section, forms })));
  const totals = lists.map(({ section, items }) => Math.max(section.total ?? 0, items.length));
  // Beyond the shortest list that is cut, the order would not be that of the whole lists.
  const whole = lists.map(({ items }, index) =>
    items.length < (totals[index] ?? 0) ? items.length : Infinity,
  );
  return {
    title,
    intro,
    sections: lists.map(({ section }) => section),
    items: inTurns(numbered, Math.min(...whole)),
    offset: 0,
    total: totals.reduce((sum, total) => sum + total, 0),
    unit: 'items',
  };
}

/** kg_context of a file or package. */
export function fileDocument(context: FileContext): Document {
  const { file, kind, totals } = context;
  const external = context.externalImports.map((name) => codeSpan(name)).join(', ');
  const notes = external === '' ? [] : [`Outside the project: ${external}`];
  return documentOf(`Context of ${codeSpan(file.id)}`, fileIntro(context), [
    listOf('Structure', context.structure, outlineForms, {
      empty: 'Defines nothing.',
      ...totalOf(totals, 'structure'),
    }),
    listOf(kind === 'file' ? 'Imports' : 'Depends on', context.imports, relationForms, {
      empty: 'Nothing of the project.',
      notes,
      ...totalOf(totals, 'imports'),
    }),
    listOf('Dependents', context.dependents, relationForms, {
      empty: 'None found.',
      ...totalOf(totals, 'dependents'),
    }),
    listOf('Governing ADRs', context.governing, governingForms, { empty: 'None.' }),
    listOf('Decisions', context.decisions, entityForms, { empty: 'None.' }),
    listOf('Related concepts', context.concepts, entityForms, { empty: 'None.' }),
    listOf('Entity links', context.links, linkForms, { empty: 'None.' }),
    openCallList(context),
  ]);
}

/** A package's path is that of its `__init__.py` when it has one. */
function folderOf(path: string): string {
  return path.replace(/(?:^|\/)__init__\.pyi?$/, '/').replace(/^\/$/, './');
}

function totalOf(totals: CutTotals | undefined, list: string): { readonly total?: number } {
  const total = totals?.[list];
  return total === undefined ? {} : { total };
}

function fileIntro(context: FileContext): string[] {
  const { calls, docstring, lines, problems, file, kind } = context;
  const intro: string[] = [];
  if (kind === 'module')
    intro.push(
      `The package in ${codeSpan(folderOf(file.path))}; its files and subpackages are its structure.`,
    );
  if (docstring !== '') intro.push(prose(docstring, 400));
  if (calls !== undefined) {
    const { resolved, external, unresolved } = calls;
    intro.push(
      `${countOf(lines, 'line')}; calls: ${grouped(resolved)} resolved, ${grouped(external)} external, ${grouped(unresolved)} unresolved.`,
    );
  } else if (lines > 0) intro.push(`${countOf(lines, 'line')}.`);
  if (problems.length > 0) intro.push(`Not parsed whole: ${problems.map((text) => prose(text)).join('; ')}`);
  return intro;
}

function outlineForms({ node, level }: { node: NodeBrief; level: number }): readonly string[] {
  const indent = '  '.repeat(level);
  const line =
    node.endLine !== undefined && node.endLine > node.line ? `${node.line}–${node.endLine}` : `${node.line}`;
  const signature = node.signature === undefined ? codeSpan(node.id) : codeSpan(node.signature);
  const where = node.type === 'file' || node.type === 'module' ? codeSpan(node.id) : `${line}: ${signature}`;
  const summary = node.summary === undefined ? '' : ` — ${prose(node.summary, 120)}`;
  return [
    `${indent}- ${where}${summary}`,
    `${indent}- ${where}`,
    `${indent}- ${line}: ${codeSpan(node.name)}`,
  ];
}

function governingForms({ node, edge, governed }: Governing): readonly string[] {
  const through = `through ${codeSpan(governed.id)}`;
  const evidence = evidenceOf(edge);
  const title = node.summary === undefined ? '' : ` ${prose(node.summary)}`;
  return [
    `- ${codeSpan(node.id)}${title} (${through}${evidence === '' ? '' : `; ${evidence}`})`,
    `- ${codeSpan(node.id)}${title}`,
    `- ${codeSpan(node.id)}`,
  ];
}

function entityForms({ node }: Relation): readonly string[] {
  const summary = node.summary === undefined ? prose(node.name) : prose(node.summary, 400);
  return [
    `- ${codeSpan(node.id)} ${summary}`,
    `- ${codeSpan(node.id)} ${prose(node.name, 80)}`,
    `- ${codeSpan(node.id)}`,
  ];
}

function linkForms({ of, node, edge }: EntityLink): readonly string[] {
  const evidence = evidenceOf(edge);
  return [
    `- ${codeSpan(of.id)} is the same as ${codeSpan(node.id)} ${prose(node.name, 80)}${evidence === '' ? '' : ` (${evidence})`}`,
    `- ${codeSpan(of.id)} = ${codeSpan(node.id)}`,
  ];
}

/** kg_context of a class or function. `outside`: what may hide tests, said when there are none. */
export function symbolDocument(
  context: SymbolContext,
  source: SourceText,
  outside: readonly string[] = [],
): Document {
  const { symbol, callers, unresolved, totals } = context;
  const isClass = symbol.type === 'class';
  return documentOf(`Context of ${codeSpan(symbol.id)}`, symbolIntro(context), [
    { section: { heading: 'Source', total: undefined }, items: [sourceForms(context, source)] },
    ...(isClass
      ? [
          listOf('Bases', context.bases, relationForms),
          listOf('Subclasses', context.subclasses, relationForms, totalOf(totals, 'subclasses')),
          listOf('Members', context.members, outlineOf, totalOf(totals, 'members')),
        ]
      : [listOf('Nested definitions', context.members, outlineOf, totalOf(totals, 'members'))]),
    listOf('Callers', callers, relationForms, {
      empty: noCallers(unresolved),
      ...totalOf(totals, 'callers'),
      notes: callers.length === 0 || unresolved === undefined ? [] : unresolvedLines(unresolved),
    }),
    listOf('Callees', context.callees, relationForms, {
      empty: 'None found.',
      ...totalOf(totals, 'callees'),
    }),
    testList(context.reachedBy, outside),
    listOf('Governing ADRs', context.governing, governingForms, { empty: 'None.' }),
    listOf('Decisions', context.decisions, entityForms),
    listOf('Related concepts', context.concepts, entityForms),
    openCallList(context),
  ]);
}

function symbolIntro({ symbol, flavour, decorators, containers }: SymbolContext): string[] {
  const within = containers.map((node) => codeSpan(node.id)).join(' in ');
  const kind = flavour === '' ? symbol.type : prose(flavour, 40);
  const marks = decorators.map((text) => codeSpan(`@${text}`)).join(' ');
  return [[`${kind} at ${placeOf(symbol)}`, within && `in ${within}`, marks].filter(Boolean).join(', ')];
}

/** Calls that may go anywhere; nothing is said when there is none. */
function openCallList({ openCalls, totals }: FileContext | SymbolContext): List {
  return listOf('Unresolved calls', openCalls, openCallForms, totalOf(totals, 'openCalls'));
}

function openCallForms({ line, callee }: OpenCall): readonly string[] {
  return [`- ${line}: ${codeSpan(callee)}`];
}

function outlineOf(node: NodeBrief): readonly string[] {
  return outlineForms({ node, level: 0 });
}

function testList({ tests, total, hopsMax, isCut }: ReachingTests, outside: readonly string[]): List {
  const none = `None within ${countOf(hopsMax, 'call')}${isCut ? ' among the callers looked at (it has very many)' : ''}.`;
  return listOf('Tests that reach it', tests, testForms, {
    total,
    empty: [none, ...outside].join(' '),
    notes: isCut && tests.length > 0 ? ['It has very many callers; there may be more tests.'] : [],
  });
}

function testForms({ node, hops, via }: ReachingTest): readonly string[] {
  const way = via.length === 0 ? '' : ` via ${via.map((name) => codeSpan(name)).join(' ← ')}`;
  return [
    nodeLine(node, hops === 1 ? '(direct call)' : `(${grouped(hops)} calls${way})`),
    `- ${codeSpan(node.id)}`,
  ];
}

/** kg_context of an ADR, a decision, a concept…: what it says and what it is joined to. */
export function entityDocument(context: EntityContext): Document {
  const { node, properties, outgoing, incoming, totals } = context;
  const said = Object.entries(properties).map(([key, value]) => ({ key, text: propertyText(value) }));
  const about = aboutNode(node);
  return documentOf(
    `Context of ${codeSpan(node.id)}`,
    [`${node.type} ${prose(node.name)} ${placeOf(node)}${about === '' ? '' : ` — ${about}`}`],
    [
      listOf(
        'Properties',
        said.filter(({ text }) => text !== ''),
        ({ key, text }) => [
          `- ${prose(key, 40)}: ${prose(text, 2_000)}`,
          `- ${prose(key, 40)}: ${prose(text, 120)}`,
        ],
      ),
      listOf('Points to', outgoing, joinedForms, { empty: 'Nothing.', ...totalOf(totals, 'outgoing') }),
      listOf('Pointed to by', incoming, joinedForms, { empty: 'Nothing.', ...totalOf(totals, 'incoming') }),
    ],
  );
}

function joinedForms({ node, edge }: Relation): readonly string[] {
  const [rich = ''] = nodeForms(node);
  return [`${rich}\n  ${edgeLine(edge)}`, `- ${edgeLine(edge)}`, `- ${edge.type} ${codeSpan(node.id)}`];
}
