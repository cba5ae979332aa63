/** Memories as lists of answers about the code: what was noted about what kg_context shows, and what kg_ask reads and cites. */
import { type List, listOf } from '../../code/render/context-lists.js';
import type { Face } from '../../code/render/follow-up.js';
import type { Forms } from '../../code/render/node.js';
import { codeSpan, prose } from '../../code/render/text.js';
import type { Few, MemoryHit, MemoryOnQuestion, RememberedBrief } from './beside.js';
import { aboutMemory, frame, GIST_CHARS_FEW, hitForms, linesText, memoryForms, placeText } from './forms.js';

/** The last list of a context: what was learned about what it shows. Nothing when there is nothing. */
export function rememberedLists({ total, items }: Few<RememberedBrief>, face: Face): readonly List[] {
  if (total === 0) return [];
  return [listOf('Remembered here', items, rememberedForms, { total, notes: [frame(face)] })];
}

/** `- `memory:project/oven-heat` [changed since …] The gist.` and below it on which code. */
function rememberedForms({ memory, place, nearness }: RememberedBrief): Forms {
  const where = {
    itself: place.lines === undefined ? '' : linesText(place),
    inside: placeText(place),
    around: `${placeText(place)}, around it`,
    folder: `${placeText(place)}, its package`,
    record: `${placeText(place)}, which governs it`,
  }[nearness];
  const below = [where === '' ? '' : `on ${where}`, ...aboutMemory(memory)].filter(Boolean).join('; ');
  return memoryForms(memory, place.words, below);
}

/** kg_ask: memories that bear on the question, for whoever answers it. */
export function questionLists(memories: readonly MemoryOnQuestion[], notesMax: number): readonly List[] {
  if (memories.length === 0) return [];
  const forms = (hit: MemoryOnQuestion): Forms => {
    const short = hitForms(hit);
    if (hit.notesText === '') return short;
    return {
      ...short,
      forms: [`${short.forms[0] ?? ''}\n  ${prose(hit.notesText, notesMax)}`, ...short.forms],
    };
  };
  return [listOf('Noted in earlier sessions, to be checked', memories, forms)];
}

/** kg_ask: the memories that were read for an answer, and which of them it cites. */
export function memorySources(
  memories: readonly MemoryOnQuestion[],
  cited: readonly string[],
): readonly List[] {
  if (memories.length === 0) return [];
  const isCited = ({ memory }: MemoryHit) => cited.includes(memory.id);
  const ordered = [...memories.filter(isCited), ...memories.filter((each) => !isCited(each))];
  const forms = (hit: MemoryHit): readonly string[] => {
    const note = isCited(hit) ? '' : ' (read, not cited)';
    const { id, gist } = hit.memory;
    return [`- ${codeSpan(id)} ${prose(gist, GIST_CHARS_FEW)}${note}`, `- ${codeSpan(id)}${note}`];
  };
  return [listOf('Memories', ordered, forms)];
}
