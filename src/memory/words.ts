/**
 * Texts as words, for search and for finding near-duplicates: any script, any way of joining words.
 *
 * A compound (`auth-token_refresh`, `src/auth/refresh.py`, `refreshToken`) gives its parts and itself; scripts without blanks
 * give single characters, so that a word in them is found as a sequence. Letter case and Latin accents do not count.
 * Words are found by their beginnings (`auth` finds `authentication`), which together with a light stem of what is asked
 * makes up for endings.
 */
import type { EdgeWords, MemoryEdge, MemoryGraph, MemoryNode, WordMemo, Words } from './model.js';

// Runs of letters, marks and figures; all else joins or parts words.
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const HUMPS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+/gu;
// The same for most texts, at a fraction of the cost.
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what it looks for
const ASCII = /^[\u0000-\u007f]*$/;
const ASCII_RUN = /[A-Za-z0-9]+/g;
const ASCII_HUMPS = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const HAS_ASCII_HUMPS = /[a-z][A-Z0-9]|[A-Z][A-Z][a-z]|[A-Z][0-9]|[0-9][A-Za-z]/;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const UNSPACED_ALL = new RegExp(UNSPACED.source, 'gu');
// A syllable a sign: words are short, and particles follow without a blank.
const HANGUL = /^\p{Script=Hangul}{2,}$/u;
const CYRILLIC = /^\p{Script=Cyrillic}+$/u;
// As folded words have them: й is и, ё is е. Endings of nouns, adjectives and verbs, the longest first.
const CYRILLIC_ENDING =
  /(?<=.{3})(?:ами|ями|ого|его|ому|ему|ыми|ими|ться|тся|ыи|ии|ои|еи|ом|ем|ам|ям|ах|ях|ов|ев|ая|яя|ое|ее|ые|ие|ую|юю|ью|ия|ию|ть|[аяоеыиуюьії])$/u;
const ACCENTS = /[\u0300-\u036f]/g;
// Words that say nothing about what a text is about; they count in search, not in comparing two texts.
const FILLERS = new Set(
  'a an and are as at be but by for from has have if in into is it its no not of on or so that the then this to was when with'.split(
    ' ',
  ),
);

/** One word that is asked for. */
export interface Term {
  /** As it stands among the words of a text. */
  readonly word: string;
  /** What a word must begin with to be another form of it; nothing when the word is too short for that. */
  readonly stem?: string;
  /** Its place in a text's filter. */
  readonly bit: number;
}

/** The words of a text in their order, a compound's parts after it. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  if (ASCII.test(text)) {
    for (const run of text.match(ASCII_RUN) ?? []) {
      words.push(run.toLowerCase());
      if (HAS_ASCII_HUMPS.test(run)) addHumps(run.match(ASCII_HUMPS), words);
    }
    return words;
  }
  const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  for (const run of plain.match(RUN) ?? []) {
    if (UNSPACED.test(run)) {
      for (const piece of run.replace(UNSPACED_ALL, ' $& ').split(' '))
        if (piece !== '') words.push(piece.toLowerCase());
    } else {
      words.push(run.toLowerCase());
      addHumps(run.match(HUMPS), words);
    }
  }
  return words;
}

function addHumps(humps: readonly string[] | null, words: string[]): void {
  if (humps === null || humps.length < 2) return;
  for (const hump of humps) if (hump.length > 1) words.push(hump.toLowerCase());
}

/** The distinct words of a question, in their order. A word in a script without blanks is one term of several characters. */
export function termsOf(query: string): Term[] {
  const terms = new Map<string, Term>();
  const add = (word: string) => {
    const [first = ''] = word.split(' ');
    if (!terms.has(word)) terms.set(word, { word, ...stemOf(word), bit: beginningHash(first) });
  };
  for (const piece of query.split(/\s+/u)) {
    const words = splitWords(piece);
    if (UNSPACED.test(piece) && words.length > 0) add(words.join(' '));
    else for (const word of words) add(word);
  }
  return [...terms.values()];
}

/**
 * What a word begins with in all its forms: without the endings of English plurals and participles, without a Korean
 * particle, without the endings of Russian and its neighbours.
 */
function stemOf(word: string): { stem?: string } {
  if (HANGUL.test(word)) return { stem: word.length < 3 ? word : word.slice(0, -1) };
  if (word.length < 3) return {};
  if (CYRILLIC.test(word)) return { stem: word.replace(CYRILLIC_ENDING, '') };
  const stem = word
    .replace(/(?<=.{3})ies$/, 'i')
    .replace(/(?<=.{4})(?:ing|ed|es)$/, '')
    .replace(/(?<=.{2}[^s])s$/, '');
  return { stem };
}

/** The words of a node, from the memo or put there. */
export function wordsOfNode(memo: WordMemo, node: MemoryNode): Words {
  const known = memo.nodes.get(node.id);
  if (known?.of === node) return known;
  if (known !== undefined && isSameText(known.of, node)) return remember(memo, { ...known, of: node });
  const idWords = splitWords(node.id);
  const gistWords = splitWords(node.gist);
  const touchWords = splitAll(node.touches);
  const noteWords = splitAll(node.notes);
  const distinct = [...new Set([...idWords, ...gistWords])].filter((word) => !FILLERS.has(word));
  const words: Words = {
    of: node,
    id: padded(idWords),
    gist: padded(gistWords),
    touches: padded(touchWords),
    notes: padded(noteWords),
    distinct,
    filter: filterOf([idWords, gistWords, touchWords, noteWords]),
    signature: signatureOf(distinct),
  };
  return remember(memo, words);
}

function remember(memo: WordMemo, words: Words): Words {
  memo.nodes.set(words.of.id, words);
  return words;
}

/** Another value of a node, one of another tier say, mostly has the very texts of the one before. */
function isSameText(a: MemoryNode, b: MemoryNode): boolean {
  return a.gist === b.gist && a.notes === b.notes && a.touches === b.touches;
}

/** Forgets the words of a node that is gone. */
export function forgetWords(memo: WordMemo, id: string): void {
  memo.nodes.delete(id);
}

/** The words of an edge: its relation and its notes. */
export function wordsOfEdge(memo: WordMemo, edge: MemoryEdge): EdgeWords {
  const hasNotes = edge.notes !== undefined && edge.notes.length > 0;
  const known = hasNotes ? memo.edges.get(edge) : memo.relations.get(edge.rel);
  if (known !== undefined) return known;
  const relWords = splitWords(edge.rel);
  const noteWords = splitAll(edge.notes);
  const words = {
    rel: padded(relWords),
    notes: padded(noteWords),
    filter: filterOf([relWords, noteWords]),
  };
  if (hasNotes) memo.edges.set(edge, words);
  else memo.relations.set(edge.rel, words);
  return words;
}

/**
 * Computes the words of nodes ahead of the first search, so many at a time that nothing else has to wait; each step yields
 * how many nodes are done. A node whose words are known costs next to nothing.
 */
export function* warmWords(graph: MemoryGraph, nodesPerStep = 100): Generator<number> {
  let done = 0;
  for (const node of graph.nodes.values()) {
    wordsOfNode(graph.words, node);
    if (++done % nodesPerStep === 0) yield done;
  }
}

/** A memo with nothing in it. */
export function emptyWordMemo(): WordMemo {
  return { nodes: new Map(), edges: new WeakMap(), relations: new Map() };
}

/** Whether words may hold a term; never wrong about one that they do hold. */
export function mayHold(filter: Int32Array, { bit }: Term): boolean {
  return ((filter[bit >> 5] ?? 0) & (1 << (bit & 31))) !== 0;
}

/** The most words that two sets can have in common, from their signatures and the size of the first. */
export function commonAtMost(a: Words, b: Words): number {
  const missing = countBits(a.signature[0] & ~b.signature[0]) + countBits(a.signature[1] & ~b.signature[1]);
  return a.distinct.length - missing;
}

const FILTER_INTS = 8;

/** The beginnings of words as a set that may say yes too often (Bloom, CACM 1970): 256 bits, one for each beginning. */
function filterOf(lists: readonly (readonly string[])[]): Int32Array {
  const filter = new Int32Array(FILTER_INTS);
  for (const words of lists) {
    for (const word of words) {
      const bit = beginningHash(word);
      filter[bit >> 5] = (filter[bit >> 5] ?? 0) | (1 << (bit & 31));
    }
  }
  return filter;
}

/** From 0 to 255, by the first three characters, which all forms of a word share; two of a Korean word. */
function beginningHash(word: string): number {
  const [a, b] = [word.charCodeAt(0), word.charCodeAt(1) || 32];
  const isHangul = a >= 0xac00 && a <= 0xd7a3;
  const c = (isHangul ? 0 : word.charCodeAt(2)) || 32;
  return (a * 31 * 31 + b * 31 + c) & 0xff;
}

/** Two times 32 bits, one for each word. */
function signatureOf(words: readonly string[]): readonly [number, number] {
  let [low, high] = [0, 0];
  for (const word of words) {
    let hash = 0;
    for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
    const bit = (hash ^ (hash >>> 15)) & 63;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  return [low, high];
}

/** The bits of 32, added up by twos, fours and eights (Warren, "Hacker's Delight", 5-1). */
function countBits(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function splitAll(texts: readonly string[] | undefined): string[] {
  return texts === undefined ? [] : texts.flatMap(splitWords);
}

function padded(words: readonly string[]): string {
  return words.length === 0 ? ' ' : ` ${words.join(' ')} `;
}
