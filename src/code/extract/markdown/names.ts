/**
 * What a record is called: the number in its file name, the number and the words of its title. Dates at the front of a name are
 * no numbers, and neither is the year of "2023 roadmap".
 */
import { dateOfName } from './dates.js';
import { collapse } from './pieces.js';

/** Words before the number of a record: `ADR-0008`, `DR 3`, `Decision record 5`. */
const RECORD = String.raw`(?:(?:any|[a-z]{1,4})?[-_ ]?adrs?|a\.d\.r\.|madr|adl|ad|dr|pdr|tdr|ddr|edr|rfc|lep|kep|pep|dep|sep|decision(?: record)?|architectur(?:e|al)[- _]decision(?:[- _]record)?|décision|decisión|decisão|decisione|entscheidung|beslissing|beslut|решение|决策|決定)`;
const NAME_NUMBER = new RegExp(
  String.raw`^(?:${RECORD}[-_ #.]*|[a-z]{2,6}[-_](?=0\d\d))?0*(\d{1,5})(?=[a-z]?[-_. ]|$)`,
  'i',
);
const TITLE_NUMBER = new RegExp(
  String.raw`^[\[(]?\s*(?:(${RECORD})\s*[-_#:. ]*(?:no\.?\s*|number\s*|n°\s*)?#?(\d{1,5})[a-z]?|#?(\d{1,5}))\s*[\])]?\s*([-–—:：.．|·•)>、]+|$)?\s*`,
  'i',
);
const TITLE_LABEL =
  /^(?:title|adr|madr|(?:architectur(?:e|al)\s+)?decision(?:\s+record)?|architectur(?:e|al) decision|decision record(?: title)?)\s*(?:[:：–—|]|\s-\s)\s*/i;
/** `[Superseded by ADR-9] Bake at night`: a note on what became of the record, not its name. */
const TITLE_NOTE =
  /^\[\s*(?:super[sc]eded|deprecated|rejected|obsoleted?|replaced|retired|withdrawn|draft|proposed|accepted|wip)\b[^[\]]*\]\s*(?=\S)/i;
/** Titles that say only what kind of document it is. */
const GENERIC =
  /^(?:title|(?:an? )?(?:architectur(?:e|al)[- ])?decision[- ]record(?: \(adr\))?|adr|architectur(?:e|al) decision|decision|record|untitled)$/i;

/** `ADR-OPS-003`: counted by area. In lower case only with a leading zero, since `adr-python-312` is about a version. */
const AREA = /^(?:ADR|adr)[-_]([A-Z]{2,10}|[a-z]{2,10}(?=[-_]0))[-_]0*(\d{1,4})(?=[-_. ]|$)/;
const TITLE_AREA = /^[[(]?\s*(?:ADR|adr)[-_][A-Za-z]{2,10}[-_](?=\d{2,4}(?!\d))/;

export interface FileName {
  /** Without folders and `.md`. */
  readonly stem: string;
  readonly number?: string;
  /** In capitals, when records are counted by area. */
  readonly area?: string;
  readonly date?: string;
  /** Its words, as a title of last resort. */
  readonly words: string;
}

/** What the name of a file says. */
export function readFileName(path: string): FileName {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const stem = base.replace(/\.(?:md|mdx|markdown)$/i, '');
  const dated = dateOfName(stem);
  const rest = dated === undefined ? stem : stem.slice(dated.length).replace(/^[-_. ]+/, '');
  const byArea = AREA.exec(rest);
  const numbered = byArea ?? NAME_NUMBER.exec(rest);
  // `2023-roadmap`: a year.
  const isYear = numbered !== null && /^(?:19|20)\d\d$/.test(numbered[0]);
  const number = numbered === null || isYear ? undefined : (byArea?.[2] ?? numbered[1]);
  const words = collapse(
    (number === undefined ? rest : rest.slice(numbered?.[0].length))
      .replace(/[-_]+/g, ' ')
      .replace(/^[.\s]+/, ''),
  );
  return {
    stem,
    words: words === '' ? stem : words.slice(0, 1).toUpperCase() + words.slice(1),
    ...(number !== undefined && { number }),
    ...(byArea?.[1] !== undefined && { area: byArea[1].toUpperCase() }),
    ...(dated !== undefined && { date: dated.date }),
  };
}

export interface Title {
  /** Without number and label; '' when nothing else stands there. */
  readonly text: string;
  readonly number?: string;
}

/** Splits a title as written into its number and its words. `number` is that of the file, which may stand there bare. */
export function readTitle(written: string, number?: string): Title {
  const text = withoutOwnLabel(collapse(written).replace(TITLE_NOTE, ''), number).replace(TITLE_AREA, 'ADR-');
  const match = TITLE_NUMBER.exec(text);
  const digits = match?.[2] ?? match?.[3];
  if (match === null || digits === undefined) return { text: clean(text.replace(TITLE_LABEL, '')) };
  const plain = digits.replace(/^0+(?=\d)/, '');
  const hasRecord = match[1] !== undefined;
  const isSeparated = match[4] !== undefined;
  const isClosed = /^\s*[\])]|[\])]\s*$/.test(match[0]) || text.startsWith('[');
  const isFiles = number === plain || /^0\d{2,}$/.test(digits);
  // "3 ways to sell bread" is no third record; "8.5 kg loaves" neither.
  if (!hasRecord && !isFiles && !(isSeparated || isClosed)) return { text: clean(text) };
  if (
    /^[.]\d/.test(text.slice(match[0].trimEnd().length - 1)) &&
    match[4] === '.' &&
    !hasRecord &&
    !match[0].endsWith(' ')
  )
    return { text: clean(text) };
  const rest = text.slice(match[0].length).replace(TITLE_LABEL, '');
  return { text: clean(rest), number: plain };
}

/** "Design decision ADD-0006: Use X": whatever the project calls its records, when the number is the file's. */
function withoutOwnLabel(text: string, number: string | undefined): string {
  const match = /^(?:[\p{L}]+ ){0,4}[A-Z]{2,6}[-_ ]?0*(\d{1,5})\s*(?:[:|·]|[-–—]\s)\s*(?=\S)/u.exec(text);
  return match !== null && number !== undefined && match[1] === number
    ? `${number}. ${text.slice(match[0].length)}`
    : text;
}

/** Whether a title names only the kind of document. */
export function isGeneric(title: string): boolean {
  return title === '' || GENERIC.test(title);
}

/** Without the brackets of a template around all of it, and marks left at the ends. */
function clean(text: string): string {
  const bare = collapse(text).replace(/^(?:[-–—:|]\s+|：\s*)/, '');
  return bare
    .replace(/^\[([^[\]]*)\]$/, '$1')
    .replace(/\s*[-–—:：]$/, '')
    .trim();
}
