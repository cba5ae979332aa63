/**
 * Terms that a document defines. In a record: headings below its decision that are no part of the form, and tables or lists of
 * terms. In project instructions: every table whose first column names things, since that is where people explain their words;
 * tables of commands, paths and settings name things that are no terms.
 */
import type { DefinedConcept } from '../../document-facts.js';
import type { Block, Table } from './blocks.js';
import { readAloud, readLines, type TextLine } from './pieces.js';
import { isDecision, isForm, type Section, shorten, summaryOf } from './sections.js';

const TERM_HEADER =
  /^(?:terms?|concepts?|words?|names?|abbreviations?|acronyms?|entit(?:y|ies)|notions?|glossary(?: term)?|vocabulary|domain (?:term|concept)s?|begriff|begriffe|término|terme)$/i;
const DEFINITION_HEADER =
  /^(?:definitions?|meanings?|descriptions?|explanations?|what(?: it)? (?:is|means)|stands for|bedeutung|definición|définition)$/i;
const NO_TERM_HEADER =
  /command|path|file|folder|director|variable|\benv|setting|option|flag|\bport\b|\burl\b|endpoint|date|version|status|script|task|skill|when|if\b|question|do\b|don't|command|tool|key\b|shortcut|\bid\b|#|link|package|library|branch|workflow/i;
const GLOSSARY =
  /^(?:glossary|terminology|terms|definitions|vocabulary|key (?:terms|concepts)|concepts|domain (?:language|model|terms|concepts)|ubiquitous language|glossar|begriffe)$/;
const NAME_CHARS_MAX = 60;

/** Terms of a record. */
export function findRecordConcepts(
  blocks: readonly Block[],
  sections: readonly Section[],
): readonly DefinedConcept[] {
  const decisions = sections.filter(({ key }) => isDecision(key));
  const headed = sections
    .filter((section) =>
      decisions.some(
        (outer) => section.first > outer.first && section.first <= outer.end && section.level > outer.level,
      ),
    )
    .filter(({ key, title }) => !isForm(key) && title.length <= NAME_CHARS_MAX)
    .map((section) => ({
      name: stripNumber(section.title),
      definition: summaryOf(blocks.slice(section.first, section.nextHeading)),
      line: section.line,
    }));
  const tables = blocks.flatMap((block) =>
    block.kind === 'table' && namesTerms(block) ? readTable(block) : [],
  );
  return distinct([...headed, ...tables, ...findGlossary(blocks, sections)]);
}

/** Terms of project instructions. */
export function findInstructionConcepts(
  blocks: readonly Block[],
  sections: readonly Section[],
): readonly DefinedConcept[] {
  const tables = blocks.flatMap((block) => {
    if (block.kind !== 'table') return [];
    const header = readAloud(block.rows[0]?.[0]?.pieces ?? []);
    return namesTerms(block) || !NO_TERM_HEADER.test(header) ? readTable(block) : [];
  });
  return distinct([...tables, ...findGlossary(blocks, sections)]);
}

function namesTerms({ rows }: Table): boolean {
  const [first, second] = (rows[0] ?? []).map(({ pieces }) => readAloud(pieces));
  if (first === undefined || second === undefined) return false;
  const isPlainName = /^names?$/i.test(first);
  return TERM_HEADER.test(first) && (!isPlainName || DEFINITION_HEADER.test(second));
}

/** The first cell of each row, and the next one that says something. */
function readTable({ rows }: Table): readonly DefinedConcept[] {
  return rows.slice(1).flatMap(([first, ...others]) => {
    const name = first === undefined ? '' : readAloud(first.pieces);
    if (first === undefined || !isTerm(first, name)) return [];
    const definition = others.map(({ pieces }) => readAloud(pieces)).find((text) => text !== '') ?? '';
    return [{ name, definition: shorten(definition), line: first.line }];
  });
}

/** A name in words, or one identifier; no path, no command line, no number. */
function isTerm({ pieces }: TextLine, name: string): boolean {
  const isCode = pieces.length > 0 && pieces.every(({ kind, text }) => kind === 'code' || text.trim() === '');
  if (isCode && !/^[\w.]+(?:\(\))?$/.test(name)) return false;
  return (
    name.length <= NAME_CHARS_MAX &&
    /\p{L}{2}/u.test(name) &&
    !/[/\\]|\.\w{1,4}$/.test(name.replace(/\s\/\s/g, ' '))
  );
}

/** `- **Proofing**: the last rise`, in a section that is a glossary. */
function findGlossary(blocks: readonly Block[], sections: readonly Section[]): readonly DefinedConcept[] {
  return sections
    .filter(({ key }) => GLOSSARY.test(key))
    .flatMap(({ first, end }) => blocks.slice(first, end))
    .flatMap((block) => {
      if (block.kind !== 'paragraph') return [];
      const match = /^([^:–—]{2,60}?)\s*(?::|\s[–—-]\s)\s*(\S.*)$/s.exec(readLines(block.lines));
      const isMarked = block.list !== undefined || block.lines[0]?.pieces[0]?.isStrong === true;
      if (match === null || !isMarked || !/\p{L}{2}/u.test(match[1] ?? '')) return [];
      return [{ name: match[1] ?? '', definition: shorten(match[2] ?? ''), line: block.line }];
    });
}

function stripNumber(title: string): string {
  return title.replace(/^[\divx]{1,4}(?:\.\d+)*[.):]?\s+(?=\p{L})/iu, '').replace(/[:.]$/, '');
}

function distinct(concepts: readonly DefinedConcept[]): readonly DefinedConcept[] {
  const first = new Map<string, DefinedConcept>();
  for (const concept of concepts) {
    const key = `${concept.line} ${concept.name}`;
    if (!first.has(key)) first.set(key, concept);
  }
  return [...first.values()];
}
