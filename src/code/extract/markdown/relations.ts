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
    pattern: String.raw`(?:(?:${SUPERSEDE}ed|superse(?:e)?ded|replaced|obsoleted|overrid(?:den)|overruled|supplanted|deprecated)(?:\s(?:on\s|since\s|in\s)?[\w ,-]{0,30}?)?[\s-]by|(?:deprecated|retired|rejected|abandoned)\s(?:[\w ,]{0,20}\s)?in\sfavou?r\sof|${SUPERSEDE}ed\s(?:in\sfavou?r\sof|with)|(?:ersetzt|abgelöst|überholt)\s(?:durch|von)|(?:remplacée?|annulée?)\spar|(?:reempla[zc]ad|sustituid|substituíd|superad)[oa]s?\s(?:por|pel[oa])|sostituit[oa]\sda(?:l(?:la)?)?|vervangen\sdoor|ersatt\sav|erstattet\sa[fv]|zastąpion[ya]\sprzez|замен[её]н[оа]?\s(?:на|решением)|被)`,
  },
  {
    kind: 'amended_by',
    pattern: String.raw`(?:(?:ergänzt|erweitert|geändert|präzisiert|teilweise\s(?:ersetzt|abgelöst))\sdurch|(?:amendée?|modifiée?|complétée?|précisée?|étendue?|partiellement\sremplacée?)\spar|(?:modificad|ampliad|complementad|enmendad|alterad|estendid|parcialmente\s(?:reempla[zc]ad|sustituid|substituíd))[oa]\s(?:por|pel[oa])|(?:modificat|estes|integrat)[oa]\sda)|(?:(?:amended|extended|refined|clarified|narrowed|updated|modified|revised|supplemented|complemented|augmented|(?:partially|partly|narrowly)\s(?:${SUPERSEDE}ed|replaced)|(?:${SUPERSEDE}ed|replaced)\sin\spart)(?:\s(?:on\s|since\s|in\s)?[\w ,-]{0,30}?)?[\s-]by)`,
  },
];
const ACTIVE: readonly {
  readonly kind: ReferenceKind;
  readonly pattern: string;
  readonly isLoose: boolean;
}[] = [
  // In part: what is left of the other record still stands.
  {
    kind: 'amends',
    pattern: String.raw`(?:(?:partially|partly|in part)\s(?:${SUPERSEDE}e?s|replaces)|${SUPERSEDE}e\sparcial(?:mente)?(?:\s(?:de|a))?|(?:ersetzt|löst)\steilweise|remplace\spartiellement|(?:reemplaza|sustituye|substitui)\sparcialmente(?:\sa)?)`,
    isLoose: false,
  },
  {
    kind: 'supersedes',
    pattern: `(?:${SUPERSEDE}(?:es?|ing)|superse(?:e)?d(?:es|e|ing)|obsoletes?|obsoleting|supplants|ersetzt|remplace|reemplaza(?:\\sa)?|sustituye(?:\\sa)?|substitui|sostituisce|vervangt|ersätter|erstatter|zastępuje|заменяет|取代了?|替代了?|代替了?)`,
    isLoose: true,
  },
  {
    kind: 'supersedes',
    pattern: '(?:replac(?:es?|ing)|overrid(?:es?|ing)|overrules|deprecat(?:es?|ing)|revers(?:es|ing)|löst)',
    isLoose: false,
  },
  { kind: 'amends', pattern: String.raw`(?:amend(?:s|ing)?|amendment\s(?:to|of))`, isLoose: true },
  {
    kind: 'amends',
    pattern: `(?:extend(?:s|ing)?|narrows|refin(?:es?|ing)|clarif(?:ies|y|ying)|updat(?:es?|ing)|modif(?:ies|y|ying)|revis(?:es?|ing)|supplement(?:s|ing)?|complement(?:s|ing)?|ergänzt|erweitert|präzisiert|ändert|amende|modifie|complète|précise|étend|modifica(?:\\sa)?|amplía|complementa|enmienda|altera|estende|integra|дополняет|уточняет|изменяет|修订|修正|修改|补充|扩展|细化|修訂|補充)`,
    isLoose: false,
  },
];

/** Between the verb and what it governs: a colon, brackets of a template, small words, references before this one. */
const LIST = String.raw`(?:${EARLIER}(?:\s*\([^()]*\))?[\s,;/&+、，；]*(?:and\s|und\s|or\s|et\s|y\s|e\s|as well as\s|also\s|和\s?|与\s?|及\s?)*)*`;
const TIGHT = String.raw`[\s\])*_"'“]*(?:\((?:in part|partially|partly)\))?\s*[:：\-–—=>→]*[\s(["'“*_]*(?:(?:the|this|our|earlier|previous|prior|old|older|newer|later|new|decisions?|records?|adrs?|parts?|of|in|from|by|partially|partly|title[ds]?|made|taken|recorded|described|documented|set out|approach|#|l[ae]s?|der|die|das|den|el|los|las|de|del|decisión|décision|entscheidung)[\s:]+)*[\s(["'“]*`;
/** Some words of an object, "the caching section of", without anything that begins another thought. */
const LOOSE = String.raw`\s(?:(?!\b(?:which|that|because|since|see|as|while|but|per|cf|when|if|so|where|unless|until|unlike|like|following|due|with)\b)[\p{L}\p{N}'’/“”"-]+,?\s+){0,8}?`;

const BEFORE: readonly { readonly kind: ReferenceKind; readonly pattern: RegExp }[] = [
  ...[...PASSIVE].reverse().map(({ kind, pattern }) => ({ kind, pattern: ending(`${pattern}(?:${TIGHT})`) })),
  ...ACTIVE.map(({ kind, pattern }) => ({ kind, pattern: ending(`${pattern}(?:${TIGHT})`) })),
  // "Supersedes the caching section of ADR-3": the rest of that record still stands.
  ...ACTIVE.filter(({ isLoose }) => isLoose).map(({ pattern }) => ({
    kind: 'amends' as const,
    pattern: ending(`${pattern}(?:${LOOSE}|\\s?[:：]${LOOSE}(?:in|of|from)\\s[[(]?)`),
  })),
];

/** Most references have no verb before them, which is told ten times sooner than that none of them ends there. */
const ANY_VERB = new RegExp([...PASSIVE, ...ACTIVE].map(({ pattern }) => pattern).join('|'), 'iu');

function ending(pattern: string): RegExp {
  // Chinese and Japanese set no blanks between words.
  return new RegExp(
    String.raw`(?:(?<![\p{L}-])|(?<=[\p{Script=Han}\p{Script=Hiragana}]))${pattern}${LIST}$`,
    'iu',
  );
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
  if (!ANY_VERB.test(clause)) return undefined;
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
const JAPANESE = String.raw`^[\s)\]」』]*`;
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
  // Verbs that end the sentence: "由 ADR-9 取代", "ADR-3 を置き換える", "ADR-9 に置き換えられた".
  { kind: 'supersedes', pattern: new RegExp(`${JAPANESE}を(?:置き?換え|廃止|代替)`, 'u') },
  {
    kind: 'superseded_by',
    pattern: new RegExp(
      `${JAPANESE}(?:に(?:よって|より)?(?:置き?換え|代替)|所?(?:取代|替代|替换|取って代わ))(?!了?[A-Za-z])`,
      'u',
    ),
  },
  { kind: 'amends', pattern: new RegExp(`${JAPANESE}を(?:補足|補完|改訂|拡張|修正|更新|具体化)`, 'u') },
];

/** What the words behind a reference say of it. */
export function relationBehind(behind: string): ReferenceKind | undefined {
  return BEHIND.find(({ pattern }) => pattern.test(behind))?.kind;
}

/** Behind a reference, when only a part of a record is meant: "(in part)", "| partial", and of that record "§4", "ADR-3's cache". */
const PARTLY = String.raw`^[)\]*_]*(?:\s*[([|]\s*(?:partial|partially|partly|in part)\b`;
const OF_IT_A_PART = new RegExp(
  String.raw`${PARTLY}|\s*§|['’]s\b|\s+(?:clauses?|sections?|parts?|points?|rules?|items?)\b)`,
  'i',
);
const BY_IT_A_PART = new RegExp(`${PARTLY})`, 'i');
/** "Superseded by ADR-9 for the doors": what else a record says that still stands holds. */
const IN_RESPECT =
  /^[)\]*_]*\s+(?:for|as to|regarding|concerning|with respect to|für|bezüglich|pour|para)\s/i;

/**
 * A record that stands in the place of a part of another one only changes it. `isStanding`: whether the record that says so
 * still stands.
 */
export function weakenForPart(kind: ReferenceKind, behind: string, isStanding: boolean): ReferenceKind {
  if (kind === 'supersedes' && OF_IT_A_PART.test(behind)) return 'amends';
  const isByPart = BY_IT_A_PART.test(behind) || (isStanding && IN_RESPECT.test(behind));
  return kind === 'superseded_by' && isByPart ? 'amended_by' : kind;
}

const LABELS: readonly { readonly kind: ReferenceKind; readonly pattern: RegExp }[] = [
  {
    kind: 'superseded_by',
    pattern: new RegExp(
      `^(?:${SUPERSEDE}ed|replaced|obsoleted|deprecated|overridden)[ -]by$|^(?:ersetzt durch|remplacée? par|(?:reempla[zc]ad|sustituid|substituíd)[oa] por|sostituit[oa] da|vervangen door|被.*取代|取代者)$`,
      'i',
    ),
  },
  {
    kind: 'supersedes',
    pattern: new RegExp(
      `^(?:${SUPERSEDE}e?s|replaces|obsoletes|deprecates|overrides|ersetzt|remplace|reemplaza(?: a)?|sustituye(?: a)?|substitui|sostituisce|vervangt|取代|替代|置き換え)$`,
      'i',
    ),
  },
  {
    kind: 'amended_by',
    pattern:
      /^(?:amended|extended|refined|clarified|narrowed|updated|modified|revised)[ -]by$|^(?:ergänzt|erweitert|geändert|präzisiert) durch$|^(?:amendée?|modifiée?|complétée?) par$|^(?:modificad|ampliad|complementad)[oa] por$/i,
  },
  {
    kind: 'amends',
    pattern:
      /^(?:amends|extends|refines|clarifies|narrows|updates|modifies|revises|ergänzt|erweitert|präzisiert|ändert|amende|modifie|complète|précise|modifica(?: a)?|amplía|complementa|дополняет|уточняет|изменяет|修订|修正|补充|扩展)$/i,
  },
  {
    kind: 'relates',
    pattern:
      /^(?:relates?(?: to)?|related(?: (?:to|adrs?|decisions?|records?))?|related[ -]decisions?|see[ -]also|links?|references?|refs?|depends[ -]on|required[ -]by|builds[ -]on|informed[ -]by|enables|adrs?|verwandte?(?: adrs?| entscheidungen)?|siehe auch|bezug|liée? à|voir aussi|relacionad[oa]s?|ver también|collegat[oa]|相关(?:决策|记录|文档)?|関連(?:する決定)?)$/iu,
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
