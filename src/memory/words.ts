/**
 * Texts as words, for search and for finding near-duplicates: any script, any way of joining words.
 *
 * A compound (`auth-token_refresh`, `src/auth/refresh.py`, `refreshToken`) gives its parts and itself; scripts without blanks
 * give single characters, so that a word in them is found as a sequence. Letter case and Latin accents do not count.
 * Words are found by their beginnings (`auth` finds `authentication`), which together with a light stem of what is asked
 * makes up for endings.
 */
import type { MemoryEdge, MemoryNode, WordMemo, Words } from './model.js';

// Letters, marks and figures, joined by what joins words in identifiers and paths.
const CHUNK = /[\p{L}\p{M}\p{N}]+(?:[-_./:@#~\\]+[\p{L}\p{M}\p{N}]+)*/gu;
const JOINERS = /[-_./:@#~\\]+/;
const HUMPS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const UNSPACED_ALL = new RegExp(UNSPACED.source, 'gu');
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
}

/** The words of a text in their order, a compound's parts after it. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  for (const [chunk] of plain.matchAll(CHUNK)) {
    for (const part of chunk.split(JOINERS)) addPart(part, words);
  }
  return words;
}

function addPart(part: string, words: string[]): void {
  if (UNSPACED.test(part)) {
    for (const piece of part.replace(UNSPACED_ALL, ' $& ').split(' '))
      if (piece !== '') words.push(piece.toLowerCase());
    return;
  }
  words.push(part.toLowerCase());
  const humps = part.match(HUMPS) ?? [];
  if (humps.length > 1) for (const hump of humps) if (hump.length > 1) words.push(hump.toLowerCase());
}

/** The distinct words of a question, in their order. A word in a script without blanks is one term of several characters. */
export function termsOf(query: string): Term[] {
  const terms = new Map<string, Term>();
  const add = (word: string) => {
    if (!terms.has(word)) terms.set(word, { word, ...stemOf(word) });
  };
  for (const piece of query.split(/\s+/u)) {
    const words = splitWords(piece);
    if (UNSPACED.test(piece) && words.length > 0) add(words.join(' '));
    else for (const word of words) add(word);
  }
  return [...terms.values()];
}

/** What a word begins with in all its forms: without the endings of English plurals and participles. */
function stemOf(word: string): { stem?: string } {
  if (word.length < 3) return {};
  const stem = word
    .replace(/(?<=.{3})ies$/, 'i')
    .replace(/(?<=.{4})(?:ing|ed|es)$/, '')
    .replace(/(?<=.{2}[^s])s$/, '');
  return { stem };
}

/** The words of a node, from the memo or put there. */
export function wordsOfNode(memo: WordMemo, node: MemoryNode): Words {
  const known = memo.get(node);
  if (known !== undefined) return known;
  const idWords = splitWords(node.id);
  const gistWords = splitWords(node.gist);
  const words = {
    id: padded(idWords),
    gist: padded(gistWords),
    touches: padded(splitAll(node.touches)),
    notes: padded(splitAll(node.notes)),
    distinct: [...new Set([...idWords, ...gistWords])].filter((word) => !FILLERS.has(word)),
  };
  memo.set(node, words);
  return words;
}

/** The words of an edge: its relation and its notes. */
export function wordsOfEdge(memo: WordMemo, edge: MemoryEdge): Words {
  const known = memo.get(edge);
  if (known !== undefined) return known;
  const words = {
    id: padded(splitWords(edge.rel)),
    gist: ' ',
    touches: ' ',
    notes: padded(splitAll(edge.notes)),
    distinct: [],
  };
  memo.set(edge, words);
  return words;
}

function splitAll(texts: readonly string[] | undefined): string[] {
  return texts === undefined ? [] : texts.flatMap(splitWords);
}

function padded(words: readonly string[]): string {
  return words.length === 0 ? ' ' : ` ${words.join(' ')} `;
}
