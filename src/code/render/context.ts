/**
 * The answers of kg_context as documents: of a file (the seven sections), and of anything that is neither file nor symbol
 * (`context-symbol.ts` has those).
 */
import type { Relation } from '../query/brief.js';
import { propertyText } from '../query/brief.js';
import type { EntityContext } from '../query/context.js';
import type { FileContext } from '../query/context-file.js';
import type { EntityLink } from '../query/governing.js';
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
import { aboutNode, edgeLine, evidenceOf, nodeForms, placeOf, relationForms } from './node.js';
import { codeSpan, countOf, grouped, prose } from './text.js';

/** kg_context of a file or package. `more`: lists of another origin, at the end. */
export function fileDocument(context: FileContext, more: readonly List[] = []): Document {
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
    ...documentLists(context),
    openCallList(context.openCalls, totals),
    ...more,
  ]);
}

/** What documents say of it; nothing of them says so in the intro. */
function documentLists(context: FileContext): List[] {
  const empty = isUndocumented(context) ? {} : { empty: 'None.' };
  return [
    listOf('Governing ADRs', context.governing, governingForms, empty),
    listOf('Decisions', context.decisions, entityForms, empty),
    listOf('Related concepts', context.concepts, entityForms, empty),
    listOf('Entity links', context.links, linkForms, empty),
  ];
}

function isUndocumented({ governing, decisions, concepts, links }: FileContext): boolean {
  return governing.length + decisions.length + concepts.length + links.length === 0;
}

/** A package's path is that of its `__init__.py` when it has one. */
function folderOf(path: string): string {
  return path.replace(/(?:^|\/)__init__\.pyi?$/, '/').replace(/^\/$/, './');
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
  if (isUndocumented(context)) intro.push('No ADRs, decisions, concepts or entity links.');
  return intro;
}

function linkForms({ of, node, edge }: EntityLink): readonly string[] {
  const evidence = evidenceOf(edge);
  return [
    `- ${codeSpan(of.id)} is the same as ${codeSpan(node.id)} ${prose(node.name, 80)}${evidence === '' ? '' : ` (${evidence})`}`,
    `- ${codeSpan(of.id)} = ${codeSpan(node.id)}`,
  ];
}

/** kg_context of a decision, a concept…: what it says and what it is joined to. `more`: as of a file. */
export function entityDocument(context: EntityContext, more: readonly List[] = []): Document {
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
      ...more,
    ],
  );
}

function joinedForms({ node, edge }: Relation) {
  const [rich = ''] = nodeForms(node);
  return {
    forms: [`${rich}\n  ${edgeLine(edge)}`, `- ${edgeLine(edge)}`],
    bare: `- ${edge.type} ${codeSpan(node.id)}`,
  };
}
