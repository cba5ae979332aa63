/**
 * What a record says of its status → one of seven words. People write "Approved", "✅ Accepted (amended by ADR-9)", a list
 * that grew over the years, or leave the template's choice in place. The word that a line begins with decides; "superseded
 * by" right behind it wins; a line that names three words or more is a hint of a template and says nothing.
 */
import type { AdrStatus } from '../../document-facts.js';
import { findDate } from './dates.js';

type Known = Exclude<AdrStatus, 'unknown'>;

/** Words by what they mean; a phrase before the word that begins it. In English, then what other languages say. */
const WORDS: Readonly<Record<Known, string>> = {
  superseded:
    'super[sc]ee?ded|super[sc]eedd?ed|superce[e]?ded|superseeded|replaced|obsoleted|overridden|overruled|supplanted|' +
    'ersetzt|abgelöst|remplacé|reemplazado|sustituido|substituído|superado|vervangen',
  rejected:
    'rejected|declined|denied|dismissed|abandoned|withdrawn|cancell?ed|discarded|dropped|refused|' +
    'not (?:accepted|approved|adopted|implemented|pursued)|wont[- ]do|abgelehnt|verworfen|rejeté|rechazado|rejeitado|afgewezen',
  deprecated:
    'deprecated|obsolete|retired|outdated|archived|inactive|revoked|removed|no longer (?:valid|relevant|applicable|used|in use|active)|' +
    'dead|expired|sunset|historical?|reverted|veraltet|obsolète|déprécié|obsoleto|depreciado|verouderd',
  draft: 'drafted|draft|wip|work[- ]in[- ]progress|stub|idea|entwurf|brouillon|borrador|rascunho|concept',
  proposed:
    'proposed|proposal|pending|in review|under review|for review|in discussion|under discussion|discussion|open|under consideration|' +
    'awaiting|waiting|proposing|rfc|request(?:ed)? for comments?|review|in progress|ongoing|candidate|provisional|suggested|submitted|' +
    'undecided|not yet|to be (?:decided|reviewed|approved|discussed)|on[- ]hold|deferred|postponed|paused|planned|new|experimental|trial|' +
    'vorgeschlagen|proposé|propuesto|proposto|voorgesteld',
  accepted:
    'accepted|accept|acepted|acccepted|approved|approve|active|implemented|implementing|adopted|agreed|decided|done|final(?:i[sz]ed)?|' +
    'completed?|in use|in force|in effect|effective|ratified|current|live|valid|confirmed|resolved|established|enacted|merged|' +
    'in production|closed|committed|published|released|binding|locked|stable|passed|partially (?:accepted|implemented)|mostly implemented|' +
    'akzeptiert|angenommen|entschieden|beschlossen|accepté|adopté|aceptado|aprobado|aceito|aceite|aprovado|geaccepteerd|accettat[oa]|' +
    'принято|принят|已接受|已采纳|接受|承認済み|採用|승인',
};

const PATTERNS: readonly { readonly status: Known; readonly pattern: string }[] = (
  ['superseded', 'rejected', 'deprecated', 'proposed', 'draft', 'accepted'] as const
).map((status) => ({ status, pattern: WORDS[status] }));

const ANY_WORD = PATTERNS.map(({ status, pattern }) => `(?<${status}>${pattern})`).join('|');
const NO_LETTER = String.raw`(?![\p{L}\p{N}])`;
/** What may stand before the word: dates, marks, and small words. */
const LEAD = String.raw`^(?:[^\p{L}\p{N}]+|(?:19|20)\d\d[-/.]?\d\d[-/.]?\d\d|(?:status|state|it|this|is|was|has|been|currently|now|partially|partly|tentatively|conditionally|provisionally|mostly|fully|already|formally|officially|retroactively|the|adr|decision|record)(?![\p{L}\p{N}]))*`;
const LEADING = new RegExp(`${LEAD}(?:${ANY_WORD})${NO_LETTER}`, 'iu');
const EACH = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${ANY_WORD})${NO_LETTER}`, 'giu');

/** Behind the first word, at once: "Accepted, later superseded by ADR-9". */
const SUPERSEDED_BEHIND =
  /^[^\p{L}\p{N}]*(?:(?:19|20)\d\d[-/.]\d\d[-/.]\d\d[^\p{L}\p{N}]*)?(?:(?:but|and|now|later|then|since|has|been|is|was|subsequently)\s+)*(?:super[sc]e(?:e?d|ee?d)ed|replaced|obsoleted)\s+(?!in part|partial)(?:[^.;]{0,40}\s)?by\b/iu;
const PARTIAL =
  /^[^\p{L}\p{N}]*(?:partial(?:ly)?|partly|in part)\b|^[^.;]*\b(?:super[sc]ee?ded|replaced) in part\b/iu;
const ARROW = /\s*(?:->|=>|→|⇒|➡️?|-->)\s*/u;

/** A line that may hold the status: as read aloud, and what of it is bold or ticked. */
export interface StatusLine {
  readonly text: string;
  /** Of `[x] Accepted` in a list of boxes. */
  readonly box?: 'checked' | 'open';
  /** The bold part, '' when there is none. */
  readonly strong: string;
}

export interface StatusReading {
  readonly status: AdrStatus;
  /** The line that said it, or the first one when none was understood. */
  readonly text: string;
}

/**
 * The status that lines, in their order, say. With boxes only the ticked ones count. When every line has a date the latest
 * decides, else the last one that begins with a status and holds little else.
 */
export function readStatus(lines: readonly StatusLine[]): StatusReading {
  const written = lines.filter(({ text }) => text !== '');
  const ticked = written.filter(({ box }) => box === 'checked');
  const offered = ticked.length > 0 ? ticked : written.filter(({ box }) => box !== 'open');
  const readings = offered.flatMap((line, index) => {
    const status = index === 0 ? statusOf(line) : isShort(line.text) ? leadingStatus(line.text) : undefined;
    return status === undefined ? [] : [{ status, text: line.text, date: findDate(line.text) }];
  });
  const [first] = readings;
  if (first === undefined) return { status: 'unknown', text: offered[0]?.text ?? '' };
  if (readings.every(({ date }) => date !== undefined))
    return readings.reduce((latest, each) => ((each.date ?? '') >= (latest.date ?? '') ? each : latest));
  return readings.at(-1) ?? first;
}

/** Prose behind the status may begin with such a word by chance. */
function isShort(text: string): boolean {
  return /\bby\b/i.test(text) || text.split(/\s+/).length <= 12;
}

/** The status of one line alone. */
export function statusOf({ text, strong }: Pick<StatusLine, 'text' | 'strong'>): AdrStatus | undefined {
  const plain = text.replace(/\{[^{}]*\}|<[^<>]*>/g, ' ');
  const last = plain.split(ARROW).at(-1) ?? plain;
  const leading = leadingStatus(last) ?? leadingStatus(plain);
  const named = new Set([...plain.matchAll(EACH)].map(statusOfMatch));
  if (named.size >= 3 || isChoice(plain)) {
    const chosen = strong === '' || strong.length >= text.length ? undefined : leadingStatus(strong);
    return chosen ?? (isChoice(plain) || isListOfWords(plain) ? undefined : leading);
  }
  if (leading !== undefined) return leading;
  if (plain.split(/\s+/).length > 25) return undefined;
  const [only, ...others] = named;
  return others.length === 0 ? only : undefined;
}

/** `proposed | accepted | …` of a template. */
function isChoice(text: string): boolean {
  const parts = text.split(/\s*[|/]\s*/);
  return (
    parts.length >= 2 &&
    parts.filter((part) => new RegExp(`^[^\\p{L}]*(?:${ANY_WORD})[^\\p{L}]*$`, 'iu').test(part)).length >= 2
  );
}

function isListOfWords(text: string): boolean {
  return /\b(?:etc|such as|one of|e\.g|status of)\b|\?/i.test(text) || /^(?:[^,]{2,30},\s*){2,}/.test(text);
}

/** The status that a text begins with. */
export function leadingStatus(text: string): AdrStatus | undefined {
  const match = LEADING.exec(text);
  if (match === null) return undefined;
  const status = statusOfMatch(match);
  const behind = text.slice(match[0].length);
  if (status === 'superseded' && (PARTIAL.test(behind) || /\b(?:partially|partly)\b/i.test(match[0])))
    return 'accepted';
  if (status !== 'rejected' && SUPERSEDED_BEHIND.test(behind)) return 'superseded';
  return status;
}

function statusOfMatch(match: RegExpMatchArray): Known {
  const named = PATTERNS.find(({ status }) => match.groups?.[status] !== undefined);
  return named?.status ?? 'accepted';
}
