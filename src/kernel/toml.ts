/**
 * Reads TOML, the only place that does. Whoever starts a program imports this file when there is something to read, since
 * most projects have no settings file and a start must not pay for the parser. A text that is not TOML is an answer with its
 * place, not an exception.
 */
import { parse, TomlError } from 'smol-toml';
import type { Table } from './tables.js';

/** The top table, or what is wrong and where (both 1-based). */
export type TomlResult =
  | { readonly ok: true; readonly table: Table }
  | { readonly ok: false; readonly problem: string; readonly line: number; readonly column: number };

/** Parses a TOML 1.0 document; a byte-order mark is skipped. Never throws. */
export function parseToml(text: string): TomlResult {
  try {
    return { ok: true, table: parse(text.replace(/^\ufeff/, '')) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ''] = error.message.split('\n', 1);
    const problem = first.replace(/^Invalid TOML document: /, '');
    return { ok: false, problem, line: error.line, column: error.column };
  }
}
