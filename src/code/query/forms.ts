/**
 * The forms in which a word of a question may stand in a name or a text: `cycles` in `find_cycle`, `load` in `FileLoader`,
 * `arguments` in `parse_args`. A simple stemmer for English (in the spirit of Porter, *An Algorithm for Suffix Stripping*,
 * 1980, with fewer endings), turned round: it gives the forms to look up, since the graph finds words, not stems. It knows
 * no dictionary, and what programmers abbreviate is a short list.
 */

/** A word and its other forms. */
export interface WordForms {
  readonly word: string;
  /** Without the word itself. */
  readonly others: readonly string[];
  /** What a text contains that has the word: the stem, or the word where the stem is too short to tell anything. */
  readonly needle: string;
}

const STEM_MIN = 3;
// Shorter stems stand in the middle of too many words.
const NEEDLE_MIN = 4;
const ENDINGS = ['', 's', 'es', 'e', 'ed', 'ing', 'er', 'ers', 'or', 'ors'] as const;
const DOUBLING_ENDINGS = ['ed', 'ing', 'er', 'ers'] as const;
const Y_ENDINGS = ['y', 'ies', 'ied', 'ying'] as const;

/** All forms of a word (lower case). A word with anything but letters of ASCII has only itself. */
export function formsOf(word: string): WordForms {
  if (!/^[a-z]{3,}$/.test(word)) return onlyItself(word);
  const stem = stemOf(word);
  const forms = new Set([...inflect(stem, word), ...abbreviationsOf(word, stem)]);
  forms.delete(word);
  return { word, others: [...forms], needle: stem.length >= NEEDLE_MIN ? stem : word };
}

/** A word without other forms. */
export function onlyItself(word: string): WordForms {
  return { word, others: [], needle: word };
}

/** What is left of a word without plural, tense, doer and a final e or y. */
export function stemOf(word: string): string {
  let stem = word;
  if (/[^aeiou]ies$/.test(stem)) return stem.slice(0, -3);
  if (/(?:ss|sh|ch|x)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^suia]s$/.test(stem)) stem = stem.slice(0, -1);
  stem = cut(stem, /ing$|ed$/, STEM_MIN) ?? cut(stem, /(?<=..)(?:er|or)$/, STEM_MIN) ?? cutIon(stem);
  return cut(stem, /(?<=[^aeiouy])y$/, STEM_MIN) ?? cut(stem, /e$/, STEM_MIN) ?? stem;
}

/** Without the ending, and without the doubling before it (`running`, `logger`); nothing when too little is left. */
function cut(word: string, ending: RegExp, lengthMin: number): string | undefined {
  const rest = word.replace(ending, '');
  if (rest === word || rest.length < lengthMin || !/[aeiouy]/.test(rest)) return undefined;
  const isVerb = word.length - rest.length > 1;
  return isVerb ? rest.replace(/([bdgmnprt])\1$/, '$1') : rest;
}

/** `extraction`, `connection`, `compilation`. */
function cutIon(word: string): string {
  return word.length >= 7 && /[st]ion$/.test(word) ? word.slice(0, -3) : word;
}

function inflect(stem: string, word: string): string[] {
  const forms: string[] = ENDINGS.map((ending) => stem + ending);
  if (/[^aeiouy][aeiouy][bdgmnprt]$/.test(stem) && stem.length <= 4) {
    for (const ending of DOUBLING_ENDINGS) forms.push(stem + stem.slice(-1) + ending);
  }
  if (/(?:[^aeiouy]y|ies|ied)$/.test(word)) for (const ending of Y_ENDINGS) forms.push(stem + ending);
  if (stem.length >= 4 && /[st]$/.test(stem) && stem !== 'stat') forms.push(`${stem}ion`, `${stem}ions`);
  return forms;
}

// What programmers write shorter, a word a line.
const ABBREVIATIONS: readonly (readonly string[])[] = [
  ['address', 'addr'],
  ['argument', 'arg', 'args'],
  ['attribute', 'attr', 'attrs'],
  ['authentication', 'auth'],
  ['certificate', 'cert'],
  ['character', 'char', 'chars'],
  ['command', 'cmd'],
  ['configuration', 'config', 'conf', 'cfg'],
  ['context', 'ctx'],
  ['database', 'db'],
  ['delete', 'del'],
  ['destination', 'dest', 'dst'],
  ['dictionary', 'dict'],
  ['directory', 'dir', 'dirs'],
  ['document', 'doc', 'docs'],
  ['environment', 'env', 'environ'],
  ['error', 'err'],
  ['exception', 'exc'],
  ['execute', 'exec'],
  ['expression', 'expr'],
  ['function', 'func'],
  ['image', 'img'],
  ['index', 'idx'],
  ['information', 'info'],
  ['initialize', 'init'],
  ['integer', 'int'],
  ['iterate', 'iter'],
  ['language', 'lang'],
  ['length', 'len'],
  ['library', 'lib'],
  ['maximum', 'max'],
  ['message', 'msg'],
  ['minimum', 'min'],
  ['number', 'num'],
  ['object', 'obj'],
  ['option', 'opt', 'opts'],
  ['package', 'pkg'],
  ['parameter', 'param', 'params'],
  ['previous', 'prev'],
  ['regex', 'regexp'],
  ['remove', 'rm'],
  ['repository', 'repo'],
  ['request', 'req'],
  ['response', 'resp'],
  ['source', 'src'],
  ['specification', 'spec'],
  ['statement', 'stmt'],
  ['string', 'str'],
  ['temporary', 'tmp', 'temp'],
  ['utility', 'util', 'utils'],
  ['value', 'val'],
  ['variable', 'var', 'vars'],
];

const BY_STEM: ReadonlyMap<string, readonly string[]> = new Map(
  ABBREVIATIONS.flatMap((group) => group.map((word) => [stemOf(word), group] as const)),
);

function abbreviationsOf(word: string, stem: string): readonly string[] {
  const group = BY_STEM.get(stem) ?? [];
  const [long] = group;
  // `temp` is also short for `template`, so an abbreviation only stands for the whole word, not for its other forms.
  return long !== undefined && (group.includes(word) || stemOf(long) === stem) ? group : [];
}
