/**
 * Reads TOML, the only place that does. The parser is loaded when the first file is read, since most projects have no
 * settings file and a start must not pay for it. A text that is not TOML is an answer with its place, not an exception.
 */

/** A table as the parser gives it: strings, numbers, booleans, dates, arrays and tables, to be checked by the reader. */
export type TomlTable = Readonly<Record<string, unknown>>;

/** The top table, or what is wrong and where (both 1-based). */
export type TomlResult =
  | { readonly ok: true; readonly table: TomlTable }
  | { readonly ok: false; readonly problem: string; readonly line: number; readonly column: number };

/** Parses a TOML 1.0 document; a byte-order mark is skipped. Never throws. */
export async function parseToml(text: string): Promise<TomlResult> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return { ok: true, table: parse(text.replace(/^\ufeff/, '')) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ''] = error.message.split('\n', 1);
    const problem = first.replace(/^Invalid TOML document: /, '');
    return { ok: false, problem, line: error.line, column: error.column };
  }
}

/** The table under a key, or an empty one when there is none or something else. */
export function tableIn(table: TomlTable, ...keys: string[]): TomlTable {
  let current: unknown = table;
  for (const key of keys)
    current = isTable(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  return isTable(current) ? current : {};
}

/** Whether a value is a table. */
export function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The strings of a value that is a string or an array; everything else in it is left out. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
