/**
 * Answers of kg_relate and kg_search with memories in a section of their own. What nobody asked for is little and comes before
 * the rest in order of importance, behind it in the text: so it neither goes under nor crowds out.
 */
import type { Face } from '../../code/render/follow-up.js';
import type { Forms } from '../../code/render/node.js';
import { codeSpan, grouped } from '../../code/render/text.js';
import type { Document, Item, Section } from '../../code/render.js';
import type { Few, MemoryHit, RememberedBrief } from './beside.js';
import { edgeText, frame, hitForms, linesText, memoryForms } from './forms.js';

/** kg_relate of code, with the memories that touch it before its nodes; `offset` counts both. */
export function withTouching(
  document: Document,
  { total, items }: Few<RememberedBrief>,
  { offset, face }: { readonly offset: number; readonly face: Face },
): Document {
  if (total === 0) return document;
  const notes = [frame(face)];
  const section: Section = { heading: 'memory', total, rest: '', notes };
  const forms = items.map(({ memory, place }): Forms => {
    const lines = linesText(place);
    const arrow = `${edgeText(memory.id, place)}${lines === '' ? '' : ` (${lines})`}`;
    return memoryForms(memory, place.words, arrow);
  });
  const intro = [
    ...document.intro,
    total === 1 ? '1 memory touches it.' : `${grouped(total)} memories touch it.`,
  ];
  return withFirst({ ...document, intro }, { section, forms, offset });
}

/** kg_search, with a few memories before its hits; `offset` counts both. */
export function withHits(
  document: Document,
  { total, items }: Few<MemoryHit>,
  { offset, rest, face }: { readonly offset: number; readonly rest: string; readonly face: Face },
): Document {
  if (total === 0) return document;
  const section: Section = { heading: 'memory', total, rest, notes: [frame(face)] };
  return withFirst(document, { section, forms: items.map(hitForms), offset });
}

/** Items that come before all others, in a section behind them: few, so that they neither go under nor crowd out. */
function withFirst(
  document: Document,
  {
    section,
    forms,
    offset,
  }: { readonly section: Section; readonly forms: readonly Forms[]; readonly offset: number },
): Document {
  const index = document.sections.length;
  const first = forms.slice(offset).map((each): Item => ({ section: index, ...each }));
  return {
    ...document,
    sections: [...document.sections, section],
    items: [...first, ...document.items],
    offset,
    total: document.total + forms.length,
    unit: 'items',
  };
}

/** How hits are shown; `none`: why there cannot be any, '' when there could. */
interface HitsLook {
  readonly face: Face;
  readonly none: string;
}

/** kg_search with memories asked for, behind the hits in the code; `total`: of both. */
export function withMemoryHits(
  document: Document,
  { total, items }: Few<MemoryHit>,
  { face, none }: HitsLook,
): Document {
  const index = document.sections.length;
  const section: Section = {
    heading: 'memory',
    total,
    empty: none === '' ? 'None.' : none,
    notes: total === 0 ? [] : [frame(face)],
  };
  return {
    ...document,
    sections: [...document.sections, section],
    items: [...document.items, ...items.map((hit): Item => ({ section: index, ...hitForms(hit) }))],
    total: document.total + total,
    unit: 'items',
  };
}

/** kg_search for memories alone. */
export function memorySearchDocument(
  query: string,
  { total, items }: Few<MemoryHit>,
  { offset, face, none }: HitsLook & { readonly offset: number },
): Document {
  const nothing = none === '' ? 'Nothing fits.' : none;
  return {
    title: `Search ${codeSpan(query)}`,
    intro: ['Among memories.', total === 0 ? nothing : frame(face)],
    sections: [{ heading: 'Hits', total }],
    items: items.map((hit): Item => ({ section: 0, ...hitForms(hit) })),
    offset,
    total,
    unit: 'memories',
  };
}
