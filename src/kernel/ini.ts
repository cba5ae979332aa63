/**
 * Reads INI files as Python's `configparser` does, as far as `setup.cfg` needs it: sections, `key = value` or `key: value`,
 * indented lines that go on with a value, comments on lines of their own. No interpolation, no defaults.
 */

/** Values by section and key; keys in lower case, lines of a long value joined with `\n`. */
export type IniFile = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Never fails: a line that is none of these is left out. The first of two keys of one name holds, the last section adds. */
export function parseIni(text: string): IniFile {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let key: string | undefined;
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    if (/^\s/.test(line) && key !== undefined) {
      section.set(key, `${section.get(key) ?? ''}\n${line.trim()}`);
      continue;
    }
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    const separator = line.search(/[=:]/);
    key = undefined;
    if (header !== undefined) {
      section = sections.get(header) ?? new Map();
      sections.set(header, section);
    } else if (separator > 0) {
      key = line.slice(0, separator).trim().toLowerCase();
      section.set(key, line.slice(separator + 1).trim());
    }
  }
  return sections;
}
