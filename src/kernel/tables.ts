/**
 * Looking into data whose shape nobody has promised: the tables of a TOML file, as its parser gives them. What is not of the
 * expected kind is not there.
 */

/** Strings, numbers, booleans, dates, arrays and tables by name. */
export type Table = Readonly<Record<string, unknown>>;

/** The table under a key, or an empty one when there is none or something else. */
export function tableIn(table: Table, ...keys: string[]): Table {
  let current: unknown = table;
  for (const key of keys)
    current = isTable(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  return isTable(current) ? current : {};
}

/** Whether a value is a table. */
export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The strings of a value that is a string or an array; everything else in it is left out. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
