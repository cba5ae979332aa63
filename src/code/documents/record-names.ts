/**
 * Which file names in a folder of decision records are records. The name decides as it does for the tools that write them:
 * adr-tools (`0001-title.md`), MADR, log4brains (`20200925-title.md`), and what people do by hand (`adr-001-…`,
 * `ADR-OPS-001 Title`, `001.md`). Of other Markdown the text has to tell. Templates, READMEs and indexes are none, whatever
 * pattern is set.
 */
import { compilePattern } from '../../kernel/pattern.js';

/** What an entry of a folder of records is; `other-format`: a record by its name, in a format that is not read. */
export type RecordName = 'record' | 'perhaps' | 'other-format' | 'none';

/** A test of file names for a pattern from the settings, or for the usual names when none is set. */
export function recordNames(pattern: string | undefined): (name: string) => RecordName {
  const wanted = pattern === undefined ? undefined : compilePattern(pattern);
  return (name) => {
    const ending = name.match(/\.([A-Za-z]+)$/)?.[1]?.toLowerCase() ?? '';
    const stem = ending === '' ? name : name.slice(0, -ending.length - 1);
    if (isNoRecord(stem)) return 'none';
    if (wanted !== undefined) return wanted.ok && wanted.test(name) ? 'record' : 'none';
    const isUsual = USUAL.some((usual) => usual.test(stem));
    if (ending === 'md' || ending === 'markdown') return isUsual ? 'record' : 'perhaps';
    return isUsual && OTHER_FORMATS.includes(ending) ? 'other-format' : 'none';
  };
}

// A number (perhaps with places still to be filled, `00NN`), with or without `adr` before it; a date.
const NUMBER = String.raw`(?:\d{1,5}|0[\dnx]{2,3})`;
const USUAL: readonly RegExp[] = [
  new RegExp(`^(?:adr[-_ #]?)?${NUMBER}(?:[-_. :].+)?$`, 'i'),
  /^adr[-_][a-z]{2,10}[-_]\d{2,4}(?:[-_. :].+)?$/i,
  /^(?:draft[-_ ]?)?(?:\d{4}-\d{2}-\d{2}|\d{8})[-_ ].+$/i,
];
const OTHER_FORMATS: readonly string[] = ['rst', 'adoc', 'asciidoc', 'org', 'txt', 'mdx'];

const PREFIX = new RegExp(`^(?:(?:adr[-_ ]?)?(?:${NUMBER}|n{3,5}|x{3,5})(?:[-_. ]|$))`, 'i');
const TEMPLATE =
  /^(?:m?adr[-_ ])?(?:(?:short|long|bare|full|minimal)[-_ ])*template(?:[-_ ](?:short|long|bare|full|minimal|m?adr|\d+))*$/i;

function isNoRecord(stem: string): boolean {
  const rest = stem.replace(PREFIX, '');
  return TEMPLATE.test(rest) || /^(?:readme|index|toc)$/i.test(rest) || /^0+[-_ ].*template/i.test(stem);
}
