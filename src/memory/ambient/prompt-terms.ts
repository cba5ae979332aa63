/**
 * What a prompt asks about, as terms: the words that are not common, each with how much it says. Any script: words of
 * scripts without blanks are found by the dictionaries that come with the runtime (Unicode UAX 29), and Korean words are
 * also taken without the particle at their end.
 */
import { splitWords } from '../words.js';
import { GENERIC_WORDS, STOP_WORDS, UNSPACED_STOP_WORDS } from './common-words.js';

/** One thing that is asked about. */
export interface PromptTerm {
  /** The ways it may be spelt, each to be searched for; one match is enough. */
  readonly forms: readonly string[];
  /** 1, or less for a word that many requests have. */
  readonly weight: number;
}

/** `api`, `jwt`, `sql` say something; words of two letters do when they are written as a name (`CI`) or have a figure (`s3`). */
const WORD_CHARS_MIN = 3;
const OTHER_WORD_CHARS_MIN = 2;
/** A prompt with more is a pasted text; what it is about has been said by then. */
const TERMS_MAX = 24;
const GENERIC_WEIGHT = 0.5;

const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’.-]*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;
const CONTRACTION = /['’](?:s|re|ve|ll|d|m)$/i;
const HANGUL = /^\p{Script=Hangul}+$/u;
const PARTICLE =
  /(?:에서는|에서|으로|까지|부터|에게|한테|처럼|보다|이나|은|는|이|가|을|를|에|로|와|과|의|도|만)$/u;
// `tapping` and `dropped` come of `tap` and `drop`; `calling` and `passed` have their two letters from home.
const DOUBLED = /^([a-z]{2,}([bdgkmnprt]))\2(?:ing|ed)$/;

/** The terms of a text in their order, each once, at most so many. */
export function termsOfPrompt(text: string): PromptTerm[] {
  const terms = new Map<string, PromptTerm>();
  const add = (term: PromptTerm | undefined) => {
    const [first = ''] = term?.forms ?? [];
    if (term !== undefined && !terms.has(first) && terms.size < TERMS_MAX) terms.set(first, term);
  };
  for (const [token] of text.matchAll(TOKEN)) {
    for (const [run] of token.matchAll(UNSPACED)) for (const words of segment(run)) add(unspacedTerm(words));
    const spaced = token.replace(UNSPACED, ' ').replace(CONTRACTION, '').replace(/['’]/g, '');
    for (const part of spaced.split(/[\s_.-]+/u)) for (const term of spacedTerms(part)) add(term);
  }
  return [...terms.values()];
}

/** The words of a run. What the dictionary does not know comes as single signs; their pairs are forms of one word. */
function segment(run: string): string[][] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words: string[][] = [];
  let unknown = '';
  for (const { segment: word } of [...segmenter.segment(run), { segment: '  ' }]) {
    if (word.length === 1) {
      unknown += word;
      continue;
    }
    if (unknown.length > 1) words.push(pairsOf(unknown));
    unknown = '';
    words.push([word]);
  }
  return words;
}

function pairsOf(signs: string): string[] {
  return Array.from({ length: signs.length - 1 }, (_, at) => signs.slice(at, at + 2));
}

function unspacedTerm(words: readonly string[]): PromptTerm | undefined {
  const forms = words.filter((word) => {
    // Two signs of one syllabary are mostly an ending.
    const isEnding = word.length === 2 && /^\p{Script=Hiragana}+$/u.test(word);
    return word.trim().length >= OTHER_WORD_CHARS_MIN && !isEnding && !UNSPACED_STOP_WORDS.has(word);
  });
  return forms.length === 0 ? undefined : { forms, weight: 1 };
}

/** The whole and, of a name in camel case, its parts. */
function spacedTerms(part: string): (PromptTerm | undefined)[] {
  return splitWords(part).map((word) => {
    if (STOP_WORDS.has(word) || !isLongEnough(word, part)) return undefined;
    const forms = formsOf(word);
    if (forms.some((form) => STOP_WORDS.has(form))) return undefined;
    return { forms, weight: forms.some((form) => GENERIC_WORDS.has(form)) ? GENERIC_WEIGHT : 1 };
  });
}

/** The word, and without what grammar put on it: a Korean particle, or the ending for which English doubles a letter. */
function formsOf(word: string): string[] {
  const bare = HANGUL.test(word) ? word.replace(PARTICLE, '') : undouble(word);
  return bare !== word && bare.length >= OTHER_WORD_CHARS_MIN ? [word, bare] : [word];
}

/** Words of every request stay as they are: what they come of is in too many nodes. */
function undouble(word: string): string {
  return GENERIC_WORDS.has(word) ? word : word.replace(DOUBLED, '$1');
}

function isLongEnough(word: string, written: string): boolean {
  if (/^\d+$/.test(word)) return word.length > 2;
  if (/[^a-z0-9]/.test(word)) return word.length >= OTHER_WORD_CHARS_MIN;
  if (word.length >= WORD_CHARS_MIN) return true;
  return word.length === 2 && (/^[A-Z]{2}$/.test(written) || /\d/.test(word));
}
