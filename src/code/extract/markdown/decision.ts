/**
 * The decision in a few sentences, and the principles a record sets down. Nothing is made up: both are text that stands there.
 */
import type { Block } from './blocks.js';
import { readLines } from './pieces.js';
import { isDecision, type Section, shorten, summaryOf } from './sections.js';

/** The first paragraph of the decision; that which names the chosen option, when one does. */
export function findDecisionSummary(blocks: readonly Block[], sections: readonly Section[]): string {
  const decisions = sections.filter(({ key }) => isDecision(key));
  for (const { first, nextHeading, end } of decisions) {
    const chosen = paragraphs(blocks.slice(first, nextHeading)).find((text) => CHOSEN.test(text));
    if (chosen !== undefined) return shorten(chosen);
    const summary = summaryOf(blocks.slice(first, nextHeading)) || summaryOf(blocks.slice(first, end));
    if (summary !== '') return summary;
  }
  return shorten(paragraphs(blocks).find((text) => CHOSEN.test(text)) ?? '');
}

/** MADR's "Chosen option: …", with its variants, and the Y-statement's "we decided for". */
const CHOSEN =
  /^[^\p{L}]*(?:(?:the )?(?:chosen|selected) (?:option|solution|alternative|approach)s?\b|decision\s*:|we (?:decided|chose|have decided)\b)/iu;

const PRINCIPLES = /\b(?:principles?|tenets?|ground rules|guidelines)$/;

/** Items of a list below a heading, or behind a line, that says "principles". */
export function findPrinciples(blocks: readonly Block[], sections: readonly Section[]): readonly string[] {
  const headed = sections
    .filter(({ key }) => PRINCIPLES.test(key))
    .flatMap(({ first, nextHeading, end }) => {
      const listed = items(blocks.slice(first, nextHeading));
      // Each principle may have a heading of its own.
      return listed.length > 0
        ? listed
        : sections.filter((each) => each.first > first && each.first <= end).map(({ title }) => title);
    });
  const led = blocks.flatMap((block, index) => {
    const isLead =
      block.kind === 'paragraph' &&
      block.list === undefined &&
      /^(?:\S+ ){0,4}principles:$/i.test(readLines(block.lines));
    return isLead ? items(blocks.slice(index + 1)) : [];
  });
  return [...new Set([...headed, ...led])];
}

/** The outermost items of the list that blocks begin with, after paragraphs that lead to it. */
function items(blocks: readonly Block[]): readonly string[] {
  const start = blocks.findIndex((block) => block.kind === 'paragraph' && block.list !== undefined);
  if (start < 0) return [];
  const rest = blocks.slice(start);
  const end = rest.findIndex((block) => block.kind !== 'paragraph' || block.list === undefined);
  return (end < 0 ? rest : rest.slice(0, end)).flatMap((block) =>
    block.kind === 'paragraph' && block.list?.depth === 1
      ? [shorten(readLines(block.lines))].filter((text) => text !== '')
      : [],
  );
}

function paragraphs(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? [readLines(block.lines)] : []));
}
