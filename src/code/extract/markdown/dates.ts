/**
 * Dates as people write them → `YYYY-MM-DD`. A date whose day and month cannot be told apart (04/05/2020) is none: half the
 * world reads it the other way round.
 */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;

const YEAR_FIRST = /(?<!\d)((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const YEAR_LAST = /(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2((?:19|20)\d\d)(?!\d)/;
const DAY_MONTH = new RegExp(
  String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]${MONTH},?[ -]((?:19|20)\d\d)(?!\d)`,
  'i',
);
const MONTH_DAY = new RegExp(String.raw`\b${MONTH} (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d\d)(?!\d)`, 'i');
const COMPACT = /(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/;

/** The first date in a text. */
export function findDate(text: string): string | undefined {
  const found = [
    at(YEAR_FIRST.exec(text), (m) => toDate(m[1], m[3], m[4])),
    at(YEAR_LAST.exec(text), (m) => fromDayAndMonth(m[1], m[3], m[4], m[2] === '.')),
    at(DAY_MONTH.exec(text), (m) => toDate(m[3], monthNumber(m[2]), m[1])),
    at(MONTH_DAY.exec(text), (m) => toDate(m[3], monthNumber(m[1]), m[2])),
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
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function toDate(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text;
}
