/**
 * Dates as people write them → `YYYY-MM-DD`. A date whose day and month cannot be told apart (04/05/2020) is none: half the
 * world reads it the other way round.
 */

/** How names of months begin, in their order: English, German, French, Spanish, Portuguese, Italian, Dutch. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|jän|ene|gen)/,
  /^(?:feb|fév|fev)/,
  /^(?:mar|mär|mrt|maart|maerz)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|mei|mag)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|aoû|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|out|ott)/,
  /^nov/,
  /^(?:dec|dez|déc|dic)/,
];
const MONTH_NAMES =
  'jan(?:uary|uar|vier|uari|eiro)?|jän(?:ner)?|enero|ene|gennaio|gen|feb(?:ruary|ruar|ruari|rero|braio)?|f[ée]vr(?:ier)?|fev(?:ereiro)?|' +
  'mar(?:ch|s|zo|ço)?|märz|maerz|maart|mrt|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|may|mayo|mai|maio|mei|maggio|mag|' +
  'june?|juni|juin|junio|junho|giugno|giu|july?|juli|juil(?:let)?|julio|julho|luglio|lug|aug(?:ust|ustus)?|ao[ûu]t|ago(?:sto)?|' +
  'sept?(?:ember|embre|iembre)?|set(?:embro|tembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|out(?:ubro)?|ott(?:obre)?|' +
  'nov(?:ember|embre|iembre|embro)?|dec(?:ember|embre)?|dez(?:ember|embro)?|d[ée]c(?:embre)?|dic(?:iembre|embre)?';
const MONTH = String.raw`(${MONTH_NAMES})\.?(?![\p{L}])`;

const YEAR_FIRST = /(?<!\d)((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const YEAR_LAST = /(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2((?:19|20)\d\d)(?!\d)/;
const DAY_MONTH = new RegExp(
  String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?(?: of| de)?[ -]${MONTH},?(?: de)?[ -]((?:19|20)\d\d)(?!\d)`,
  'iu',
);
const MONTH_DAY = new RegExp(
  String.raw`(?<![\p{L}])${MONTH} (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d\d)(?!\d)`,
  'iu',
);
/** 2026年7月28日, and the same in Korean. */
const CJK = /((?:19|20)\d\d)\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号]/;
const COMPACT = /(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/;

/** The first date in a text. */
export function findDate(text: string): string | undefined {
  const found = [
    at(YEAR_FIRST.exec(text), (m) => toDate(m[1], m[3], m[4])),
    at(YEAR_LAST.exec(text), (m) => fromDayAndMonth(m[1], m[3], m[4], m[2] === '.')),
    at(DAY_MONTH.exec(text), (m) => toDate(m[3], monthNumber(m[2]), m[1])),
    at(MONTH_DAY.exec(text), (m) => toDate(m[3], monthNumber(m[1]), m[2])),
    at(CJK.exec(text), (m) => toDate(m[1], m[2], m[3])),
    at(COMPACT.exec(text), (m) => toDate(m[1], m[2], m[3])),
  ].flatMap((each) => each ?? []);
  return found.sort((a, b) => a.index - b.index)[0]?.date;
}

/** A date at the beginning of a file name: `2023-07-11-…`, `20230711-…`; and how much of the name it takes. */
export function dateOfName(name: string): { readonly date: string; readonly length: number } | undefined {
  const match = /^((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?=[-_. ]|$)/.exec(name);
  const date = match === null ? undefined : toDate(match[1], match[3], match[4]);
  return match === null || date === undefined ? undefined : { date, length: match[0].length };
}

function at(
  match: RegExpExecArray | null,
  read: (match: RegExpExecArray) => string | undefined,
): { readonly index: number; readonly date: string } | undefined {
  const date = match === null ? undefined : read(match);
  return match === null || date === undefined ? undefined : { index: match.index, date };
}

function fromDayAndMonth(a = '', b = '', year = '', isDayFirst = false): string | undefined {
  if (isDayFirst || Number(a) > 12 || a === b) return toDate(year, b, a);
  return Number(b) > 12 ? toDate(year, a, b) : undefined;
}

function monthNumber(name = ''): string {
  return String(MONTHS.findIndex((month) => month.test(name.toLowerCase())) + 1);
}

function toDate(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text;
}
