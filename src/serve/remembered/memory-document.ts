/** Answers about one memory: what it says, and what it is joined to in the code and in the memory. */
import type { AnchorPlace } from '../../bridge/anchor-place.js';
import { documentOf, type List, listOf } from '../../code/render/context-lists.js';
import type { Face } from '../../code/render/follow-up.js';
import type { Forms } from '../../code/render/node.js';
import { codeSpan, prose } from '../../code/render/text.js';
import type { Document } from '../../code/render.js';
import type { MemoryBrief, MemoryContext, MemoryRelation } from './beside.js';
import { edgeText, frame, inBrackets, memoryForms, placeText } from './forms.js';

/** kg_context of a memory: all of it. */
export function memoryDocument(context: MemoryContext, face: Face): Document {
  const { memory, notes } = context;
  return documentOf(
    `Context of ${codeSpan(memory.id)}`,
    [`Gist: ${prose(memory.gist, 2_000)}`, standing(context), frame(face)],
    [listOf('Notes', notes, noteForms), ...neighbourLists(context)],
  );
}

/** kg_relate of a memory: the code it is about, and the memories it is tied to. */
export function aroundMemoryDocument(context: MemoryContext, face: Face): Document {
  const { memory } = context;
  return documentOf(
    `Around ${codeSpan(memory.id)}`,
    [`Gist: ${prose(memory.gist, 2_000)}`, standing(context), frame(face)],
    neighbourLists(context),
  );
}

/** Memories to choose from, for a name that fits none. */
export function nearestMemories(title: string, said: string, nearest: readonly MemoryBrief[]): Document {
  return documentOf(title, [said], [listOf('Nearest', nearest, (memory) => memoryForms(memory, '', ''))]);
}

function standing({ memory, created, lastRead }: MemoryContext): string {
  const level = memory.id.startsWith('memory:user/') ? 'user' : 'project';
  const written = created === undefined ? '' : `; written ${created}`;
  const read = lastRead === undefined ? '' : `; last read ${lastRead}`;
  return `memory of the ${level}, ${memory.tier}${written}${read}`;
}

function noteForms(note: string): readonly string[] {
  return [`- ${prose(note, 2_000)}`, `- ${prose(note, 200)}`];
}

function neighbourLists({ memory, places, related }: MemoryContext): List[] {
  const inCode = places.filter(({ at }) => at !== undefined);
  const elsewhere = places.filter(({ at }) => at === undefined);
  return [
    listOf('Code', inCode, (place) => placeForms(memory, place), { empty: 'None of this project.' }),
    listOf('Not in the code', elsewhere, lostForms),
    listOf('memory', related, (relation) => relationForms(memory, relation)),
  ];
}

function placeForms({ id }: MemoryBrief, place: AnchorPlace): Forms {
  const line = ['-', placeText(place), inBrackets(place.words)].filter(Boolean).join(' ');
  const written = place.touch === place.at ? '' : `, written ${codeSpan(place.touch)}`;
  return {
    forms: [`${line}\n  ${edgeText(id, place)}${written}`, line],
    bare: `- ${codeSpan(place.at ?? '')}`,
  };
}

function lostForms({ touch, words }: AnchorPlace): readonly string[] {
  return [['-', codeSpan(touch), inBrackets(words)].filter(Boolean).join(' ')];
}

function relationForms({ id }: MemoryBrief, { rel, direction, memory }: MemoryRelation): Forms {
  const place: AnchorPlace = { touch: memory.id, rel, direction, state: 'text', words: '' };
  return memoryForms(memory, '', edgeText(id, place));
}
