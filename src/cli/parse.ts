/**
 * Words of a command line → which command, its operands and its options. `node:util` cuts the words; everything that is
 * said to the user about them is said here, since its own messages know neither our commands nor near misses.
 *
 * The command is the first word without a dash. Global options may stand before or behind it; `--` ends all options.
 */
import { parseArgs } from 'node:util';
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import { didYouMean } from './did-you-mean.js';
import { flagName, type Option, type OptionTable } from './options.js';

/** What an option was given, in order; switches have `true` or `false`. */
export type Given = ReadonlyMap<string, readonly string[]>;

export interface ParsedWords {
  readonly words: readonly string[];
  readonly given: Given;
}

/** Where the command stands among the words, when there is one. */
export function findCommand(args: readonly string[], global: OptionTable): number | undefined {
  for (const token of tokensOf(args, global)) {
    if (token.kind === 'option-terminator') return undefined;
    if (token.kind === 'positional') return token.index;
    if (keyOf(token.name, global) === undefined) return undefined;
  }
  return undefined;
}

/** Sorts words and options by a table; throws a `KgError` of code `usage` for what is not in it. */
export function parseWords(args: readonly string[], table: OptionTable): ParsedWords {
  const given = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokensOf(args, table)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      words.push(token.value);
      continue;
    }
    const key = keyOf(token.name, table);
    if (key === undefined) throw unknownOption(token.rawName, table);
    const values = given.get(key) ?? [];
    given.set(key, values);
    values.push(valueGiven(token, table[key]));
  }
  return { words, given };
}

/** The value of every option of a table. */
export function readOptions(table: OptionTable, given: Given): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([key, option]) => [key, option.read(given.get(key) ?? [], flagName(key))]),
  );
}

/** Whether the words ask for JSON; also told of words that cannot be parsed. */
export function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return own.includes('--json') || own.includes('--json=true');
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function tokensOf(args: readonly string[], table: OptionTable): readonly Token[] {
  const options = Object.entries(table).map(([key, option]) => [
    flagName(key).slice(2),
    {
      type: option.takes === undefined ? ('boolean' as const) : ('string' as const),
      ...(option.short !== undefined && { short: option.short }),
    },
  ]);
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens;
}

/** The key of an option by its long name; a switch's name with `no-` before it counts too. */
function keyOf(name: string, table: OptionTable): string | undefined {
  const key = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (Object.hasOwn(table, key) && flagName(key) === `--${name}`) return key;
  const positive = /^no-(.+)$/.exec(name)?.[1];
  const found = positive === undefined ? undefined : keyOf(positive, table);
  return found !== undefined && table[found]?.takes === undefined ? found : undefined;
}

function valueGiven(
  { name, rawName, value, inlineValue }: OptionToken,
  option: Option<unknown> | undefined,
): string {
  if (option?.takes === undefined) {
    if (!name.startsWith('no-')) return value ?? 'true';
    if (value === undefined) return 'false';
    throw new KgError('usage', `${rawName} takes no value`);
  }
  if (value === undefined) throw new KgError('usage', `${rawName} needs a value: ${rawName} ${option.takes}`);
  if (inlineValue === false && value.length > 1 && value.startsWith('-')) {
    throw new KgError('usage', `${rawName} needs a value, and ${printable(value)} looks like an option`, {
      hint: `If it is the value, write ${spelt(rawName, value)}.`,
    });
  }
  return value;
}

function spelt(rawName: string, value: string): string {
  return rawName.startsWith('--') ? `${rawName}=${printable(value)}` : `${rawName}${printable(value)}`;
}

function unknownOption(rawName: string, table: OptionTable): KgError {
  const names = Object.entries(table).flatMap(([key, option]) => {
    const name = flagName(key).slice(2);
    return option.takes === undefined ? [name, `no-${name}`] : [name];
  });
  const near = rawName.startsWith('--') ? didYouMean(rawName.slice(2), names) : undefined;
  return new KgError('usage', `unknown option ${printable(rawName)}`, {
    ...(near !== undefined && { hint: `Did you mean --${near}?` }),
  });
}
