/**
 * How a record says that it stands to another one: the words before a reference, and behind it. "Superseded by [9]" is about
 * this record; "ADR-5 supersedes ADR-4" is not, and relates to both; "ADR-3 is superseded by this one" is turned round.
 */
import type { ReferenceKind } from '../../document-facts.js';

/** Stands for an earlier reference in the text before another one. */
export const EARLIER = '\uE001';

const SUPERSEDE = 'super[sc]ee?d';
/** Verbs in the passive; what follows is the successor. `[^.;]` keeps to the clause. */
const PASSIVE: readonly { readonly kind: ReferenceKind; readonly pattern: string }[] = [
  {
    kind: 'superseded_by',
    pattern: String.raw`(?:(?:${SUPERSEDE}ed|superse(?:e)?ded|replaced|obsoleted|overrid(?:den)|overruled|supplanted|deprecated)(?:\s(?:on\s|since\s|in\s)?[\w ,-]{0,30}?)?[\s-]by|(?:deprecated|retired|rejected|abandoned)\s(?:[\w ,]{0,20}\s)?in\sfavou?r\sof|${SUPERSEDE}ed\s(?:in\sfavou?r\sof|with)|(?:ersetzt|abgelöst)\sdurch|remplacé(?:e)?\spar|reemplazad[oa]\spor|sustituid[oa]\spor|substituíd[oa]\spor)`,
  },
  {
    kind: 'amended_by',
    pattern: String.raw`(?:amended|extended|refined|clarified|updated|modified|revised|supplemented|complemented|augmented|(?:partially|partly|narrowly)\s(?:${SUPERSEDE}ed|replaced)|(?:${SUPERSEDE}ed|replaced)\sin\spart)(?:\s(?:on\s|since\s|in\s)?[\w ,-]{0,30}?)?[\s-]by`,
  },
];
const ACTIVE: readonly {
  readonly kind: ReferenceKind;
  readonly pattern: string;
  readonly isLoose: boolean;
}[] = [
  {
    kind: 'supersedes',
    pattern: `(?:${SUPERSEDE}(?:es?|ing)|superse(?:e)?d(?:es|e|ing)|obsoletes?|obsoleting|supplants|ersetzt)`,
    isLoose: true,
  },
  {
    kind: 'supersedes',
    pattern: String.raw`(?:replac(?:es?|ing)|overrid(?:es?|ing)|overrules|deprecat(?:es?|ing)|revers(?:es|ing)|remplace|reemplaza(?:\sa)?|sustituye(?:\sa)?|substitui)`,
    isLoose: false,
  },
  { kind: 'amends', pattern: String.raw`(?:amend(?:s|ing)?|amendment\s(?:to|of))`, isLoose: true },
  {
    kind: 'amends',
    pattern: `(?:extend(?:s|ing)?|refin(?:es?|ing)|clarif(?:ies|y|ying)|updat(?:es?|ing)|modif(?:ies|y|ying)|revis(?:es?|ing)|supplement(?:s|ing)?|complement(?:s|ing)?)`,
    isLoose: false,
  },
];

/** Between the verb and what it governs: a colon, brackets of a template, small words, references before this one. */
const LIST = String.raw`(?:${EARLIER}(?:\s*\([^()]*\))?[\s,;/&+]*(?:and\s|und\s|or\s|et\s|y\s|as well as\s|also\s)*)*`;
const TIGHT = String.raw`[\s\])*_"'“]*(?:\((?:in part|partially|partly)\))?\s*[:：\-–—=>→]*[\s(["'“*_]*(?:(?:the|this|our|earlier|previous|prior|old|older|newer|later|new|decisions?|records?|adrs?|parts?|of|in|from|by|partially|partly|title[ds]?|#)[\s:]+)*[\s(["'“]*`;
/** Some words of an object, "the caching section of", without anything that begins another thought. */
const LOOSE = String.raw`\s(?:(?!\b(?:which|that|because|since|see|as|while|but|per|cf|when|if|so|where|unless|until|unlike|like|following|due|with)\b)[\p{L}\p{N}'’/“”"-]+\s+){0,8}?`;

const BEFORE: readonly { readonly kind: ReferenceKind; readonly pattern: RegExp }[] = [
  ...[...PASSIVE].reverse().map(({ kind, pattern }) => ({ kind, pattern: ending(`${pattern}(?:${TIGHT})`) })),
  ...ACTIVE.map(({ kind, pattern, isLoose }) => ({
    kind,
    pattern: ending(isLoose ? `${pattern}(?:${TIGHT}|${LOOSE})` : `${pattern}(?:${TIGHT})`),
  })),
];

function ending(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}-])${pattern}${LIST}$`, 'iu');
}

/** "ADR-5 [, which] is" before a verb: another record is its subject. */
const OTHER_SUBJECT = new RegExp(
  String.raw`${EARLIER}[\s,)\]]*(?:which\s|that\s)?(?:(?:is|was|were|are|has|have|had|been|be|will|later|then|now|already|since|itself|both|also|partially|partly|thereby|subsequently|in turn)\s+)*$`,
  'iu',
);
const NEGATED = /\b(?:not|never|neither|doesn['’]t|does not|without|cannot)\s(?:\w+\s)?$/i;
/** How far back a verb may stand. */
const WINDOW_CHARS = 160;

/** What the words before a reference say of it; earlier references in them are `EARLIER`. */
export function relationBefore(before: string): ReferenceKind | undefined {
  const clause = clauseOf(before.slice(-WINDOW_CHARS));
  for (const { kind, pattern } of BEFORE) {
    const match = pattern.exec(clause);
    if (match === null) continue;
    const subject = clause.slice(0, match.index);
    if (OTHER_SUBJECT.test(subject) || NEGATED.test(subject)) return undefined;
    return kind;
  }
  return undefined;
}

function clauseOf(text: string): string {
  const cut = Math.max(
    text.lastIndexOf('; '),
    ...[...text.matchAll(/[.!?]\s+(?=[\p{Lu}\uE001])/gu)].map((match) => match.index + 1),
  );
  return text.slice(cut + 1);
}

const THIS = String.raw`(?:this|the\spresent|the\scurrent)\b`;
const AUXILIARY = String.raw`^[\s,)\]*_]*(?:\([^()]*\)\s*)?(?:which\s|that\s)?(?:(?:is|was|were|are|has|have|been|be|will|now|thus|hereby|thereby|therefore|partially)\s+)*`;
const BEHIND: readonly { readonly kind: ReferenceKind; readonly pattern: RegExp }[] = [
  {
    kind: 'supersedes',
    pattern: new RegExp(`${AUXILIARY}(?:${SUPERSEDE}ed|replaced|obsoleted)\\s+by\\s+${THIS}`, 'i'),
  },
  {
    kind: 'amends',
    pattern: new RegExp(`${AUXILIARY}(?:amended|extended|refined|updated)\\s+by\\s+${THIS}`, 'i'),
  },
  {
    kind: 'superseded_by',
    pattern: new RegExp(`${AUXILIARY}(?:${SUPERSEDE}e?[sd]|replace[sd]|obsolete[sd])\\s+${THIS}`, 'i'),
  },
  {
    kind: 'amended_by',
    pattern: new RegExp(`${AUXILIARY}(?:amend(?:s|ed)|extend(?:s|ed)|refine[sd])\\s+${THIS}`, 'i'),
  },
];

/** What the words behind a reference say of it. */
export function relationBehind(behind: string): ReferenceKind | undefined {
  return BEHIND.find(({ pattern }) => pattern.test(behind))?.kind;
}

const LABELS: readonly { readonly kind: ReferenceKind; readonly pattern: RegExp }[] = [
  {
    kind: 'superseded_by',
    pattern: new RegExp(`^(?:${SUPERSEDE}ed|replaced|obsoleted|deprecated|overridden)[ -]by$`, 'i'),
  },
  {
    kind: 'supersedes',
    pattern: new RegExp(`^(?:${SUPERSEDE}e?s|replaces|obsoletes|deprecates|overrides)$`, 'i'),
  },
  { kind: 'amended_by', pattern: /^(?:amended|extended|refined|clarified|updated|modified|revised)[ -]by$/i },
  { kind: 'amends', pattern: /^(?:amends|extends|refines|clarifies|updates|modifies|revises)$/i },
  {
    kind: 'relates',
    pattern:
      /^(?:relates?(?: to)?|related(?: (?:to|adrs?|decisions?|records?))?|related[ -]decisions?|see[ -]also|links?|references?|depends[ -]on|required[ -]by|builds[ -]on|informed[ -]by|enables|adrs?)$/i,
  },
];

/** What a label says of everything behind it: a heading, the cell before, a key of front matter. */
export function relationOfLabel(label: string): ReferenceKind | undefined {
  const plain = label
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/\s*\b(?:partially|partly|in part|adrs?|decisions?|records?)$/, '');
  const whole = label
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  return LABELS.find(({ pattern }) => pattern.test(plain) || pattern.test(whole))?.kind;
}
