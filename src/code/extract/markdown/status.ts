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
    'ersetzt|abgelöst|überholt|remplacée?|reemplazad[oa]|sustituid[oa]|reempla[cz]ad[oa]|substituíd[oa]|superad[oa]|vervangen|' +
    'sostituit[oa]|ersatt|erstattet|erstattes|zastąpion[ya]|nahrazeno|замен[её]н[оа]?|замінено|' +
    '已?被[^。；;]{0,60}?(?:取代|替代|替换)|已取代|已替代|已替换|置き換え(?:済み|られ(?:た|ました))?|置換済み|대체됨',
  rejected:
    'rejected|declined|denied|dismissed|abandoned|withdrawn|cancell?ed|discarded|dropped|refused|' +
    'not (?:accepted|approved|adopted|implemented|pursued)|wont[- ]do|abgelehnt|verworfen|zurückgezogen|rejetée?|refusée?|abandonnée?|' +
    'rechazad[oa]|descartad[oa]|rejeitad[oa]|recusad[oa]|afgewezen|rifiutat[oa]|respint[oa]|avvisad|avvist|odrzucon[ya]|zamítnuto|' +
    'отклонен[оа]?|отклонён|відхилено|已?拒绝|已?否决|已?拒絕|却下|不採用|거부됨?|기각됨?',
  deprecated:
    'deprecated|obsolete|retired|outdated|archived|inactive|revoked|removed|no longer (?:valid|relevant|applicable|used|in use|active)|' +
    'dead|expired|sunset|historical?|reverted|veraltet|obsolète|dépréciée?|périmée?|obsolet[oa]|depreciad[oa]|deprecad[oa]|' +
    'descontinuad[oa]|verouderd|deprecat[oa]|föråldrad|foreldet|forældet|przestarzał[ya]|wycofan[ya]|zastaralé|устарел[оа]?|застаріл[оа]|' +
    '已?废弃|已?弃用|已?作废|已?廢棄|已?過時|已过时|非推奨|廃止(?:済み)?|폐기됨?',
  draft:
    'drafted|draft|wip|work[- ]in[- ]progress|stub|idea|entwurf|brouillon|ébauche|borrador|rascunho|bozza|utkast|udkast|szkic|návrh|' +
    'черновик|чернетка|草案|草稿|下書き|ドラフト|초안|concept',
  proposed:
    'proposed|proposal|pending|in review|under review|for review|in discussion|under discussion|discussion|open|under consideration|' +
    'awaiting|waiting|proposing|rfc|request(?:ed)? for comments?|review|in progress|ongoing|candidate|provisional|suggested|submitted|' +
    'undecided|not yet|to be (?:decided|reviewed|approved|discussed)|on[- ]hold|deferred|postponed|paused|planned|new|experimental|trial|' +
    'vorgeschlagen|vorschlag|in (?:diskussion|prüfung|bearbeitung)|zur (?:diskussion|prüfung|entscheidung)|zurückgestellt|geplant|offen|' +
    'proposée?|proposition|en (?:discussion|cours|attente|revue)|à (?:valider|discuter)|propuest[oa]|pendiente|en (?:revisión|discusión)|' +
    'propost[oa]|pendente|em (?:discussão|análise|revisão)|in (?:discussione|attesa)|voorgesteld|voorstel|föreslagen|foreslått|foreslået|' +
    'zaproponowan[ya]|proponowan[ya]|propozycja|navrženo|предложен[оа]?|предложение|на рассмотрении|запропоновано|' +
    '已?提议|提議|提案中?|待定|待审(?:核|批)?|待决|讨论中|评审中|审核中|検討中|レビュー中|保留|제안됨?|검토 ?중',
  accepted:
    'accepted|accept|acepted|acccepted|approved|approve|active|implemented|implementing|adopted|agreed|decided|done|final(?:i[sz]ed)?|' +
    'completed?|in use|in force|in effect|effective|ratified|current|live|valid|confirmed|resolved|established|enacted|merged|' +
    'in production|closed|committed|published|released|binding|locked|stable|passed|partially (?:accepted|implemented)|mostly implemented|' +
    'akzeptiert|angenommen|entschieden|beschlossen|genehmigt|freigegeben|bestätigt|umgesetzt|gültig|aktiv|verabschiedet|' +
    'acceptée?|adoptée?|approuvée?|validée?|décidée?|retenue?|ratifiée?|en vigueur|aceptad[oa]|aprobad[oa]|adoptad[oa]|vigente|' +
    'implementad[oa]|confirmad[oa]|en vigor|decidid[oa]|aceit[oa]|aceite|aprovad[oa]|adotad[oa]|em vigor|geaccepteerd|goedgekeurd|' +
    'aangenomen|accettat[oa]|approvat[oa]|adottat[oa]|accepterad|godkänd|antagen|beslutad|akseptert|godkjent|vedtatt|accepteret|godkendt|' +
    'vedtaget|zaakceptowan[ya]|przyjęt[ya]|zatwierdzon[ya]|přijato|schváleno|kabul edildi|onaylandı|' +
    'принят[оаы]?|утвержден[оа]?|утверждён|одобрен[оа]?|действует|прийнято|затверджено|схвалено|' +
    '已?接受|已?采纳|已?批准|已?通过|已?生效|已?确认|已?决定|已?定稿|已?采用|已?实施|已?落地|已採納|已採用|已核准|' +
    '承認(?:済み?|済)?|採用(?:済み)?|採択(?:済み)?|決定(?:済み)?|確定|승인됨?|채택됨?|수락됨?|확정',
};

const PATTERNS: readonly { readonly status: Known; readonly pattern: string }[] = (
  ['superseded', 'rejected', 'deprecated', 'proposed', 'draft', 'accepted'] as const
).map((status) => ({ status, pattern: WORDS[status] }));

const ANY_WORD = PATTERNS.map(({ status, pattern }) => `(?<${status}>${pattern})`).join('|');
const NO_LETTER = String.raw`(?![\p{L}\p{N}])`;
/** What may stand before the word: dates, marks, and small words. */
const LEAD = String.raw`^(?:[^\p{L}\p{N}]|(?:19|20)\d\d[-/.]?\d\d[-/.]?\d\d|(?:status|state|it|this|is|was|has|been|currently|now|partially|partly|tentatively|conditionally|provisionally|mostly|fully|already|formally|officially|retroactively|the|adr|decision|record)(?![\p{L}\p{N}]))*`;
const LEADING = new RegExp(`${LEAD}(?:${ANY_WORD})${NO_LETTER}`, 'iu');
const EACH = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${ANY_WORD})${NO_LETTER}`, 'giu');

const ALONE = new RegExp(`^[^\\p{L}]*(?:${ANY_WORD})[^\\p{L}]*$`, 'iu');

/** Behind the first word, at once: "Accepted, later superseded by ADR-9". */
const SUPERSEDED_BEHIND =
  /^[^\p{L}\p{N}]*(?:(?:19|20)\d\d[-/.]\d\d[-/.]\d\d[^\p{L}\p{N}]*)?(?:(?:but|and|now|later|then|since|has|been|is|was|subsequently)\s+)*(?:super[sc]e(?:e?d|ee?d)ed|replaced|obsoleted)\s+(?!in part|partial)(?:[^.;]{0,40}\s)?by\b|^[^\p{L}\p{N}]*(?:ersetzt durch|abgelöst durch|remplacée? par|(?:reempla[zc]ad|sustituid|substituíd)[oa] (?:por|pel[oa]))/iu;
const PARTIAL =
  /^[^\p{L}\p{N}]*(?:partial(?:ly)?|partly|in part)\b|^[^.;]*\b(?:super[sc]ee?ded|replaced) in part\b/iu;
// Where a run of blanks begins and nowhere within it: a long one would be gone through from each of them.
const ARROW = /(?<!\s)\s*(?:->|=>|→|⇒|➡️?|-->)\s*/u;

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

/** Both may be said of one record: "Deprecated / Superseded" is no choice. */
const ENDED: ReadonlySet<Known> = new Set(['superseded', 'deprecated']);

/** The status of one line alone. */
export function statusOf({ text, strong }: Pick<StatusLine, 'text' | 'strong'>): AdrStatus | undefined {
  const plain = text.replace(/\{[^{}]*\}|<[^<>]*>/g, ' ');
  const last = plain.split(ARROW).at(-1) ?? plain;
  const leading = leadingStatus(last) ?? leadingStatus(plain);
  const named = new Set([...plain.matchAll(EACH)].map(statusOfMatch));
  if (named.size >= 3 || isChoice(plain)) {
    const chosen = strong === '' || strong.length >= text.length ? undefined : leadingStatus(strong);
    const isOffer = named.size > 1 && isChoice(plain) && [...named].some((status) => !ENDED.has(status));
    return chosen ?? (isOffer || isListOfWords(plain) ? undefined : leading);
  }
  if (leading !== undefined) return leading;
  if (plain.split(/\s+/).length > 25) return undefined;
  const [only, ...others] = named;
  return others.length === 0 ? only : undefined;
}

/** `proposed | accepted | …` of a template. */
function isChoice(text: string): boolean {
  const parts = text.split(/(?<!\s)\s*[|/]\s*/);
  return parts.length >= 2 && parts.filter((part) => ALONE.test(part)).length >= 2;
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
