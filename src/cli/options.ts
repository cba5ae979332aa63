/**
 * Options as values: what an option takes, what it means, and how its text becomes a value. A key is written in camelCase
 * and spelt with dashes (`maxDepth` is `--max-depth`). Reading throws a `KgError` of code `usage` that names the flag, what
 * was given and what may be given.
 */
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import { didYouMean } from './did-you-mean.js';

export interface Option<T> {
  /** One letter: `-C`. */
  readonly short?: string;
  /** What stands for its value in the help: `N`. Absent: a switch, on by its name and off by `--no-…`. */
  readonly takes?: string;
  /** A switch that one also turns off; the help says so. */
  readonly isTwoWay?: true;
  /** One line. */
  readonly why: string;
  /** What is in force without it, for the help. */
  readonly standard?: string;
  /** `given` has every value in its order; a switch gives `true` or `false`. Empty when the option was not used. */
  read(given: readonly string[], flag: string): T;
}

export type OptionTable = Readonly<Record<string, Option<unknown>>>;

export type ValuesOf<O extends OptionTable> = {
  readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never;
};

/** `maxDepth` → `--max-depth`. */
export function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** On or off; `undefined` when nobody said. */
export function toggle(why: string, short?: string): Option<boolean | undefined> {
  return {
    ...(short !== undefined && { short }),
    why,
    read: (given, flag) => {
      const last = given.at(-1)?.toLowerCase();
      if (last === undefined) return undefined;
      if (last === 'true' || last === 'false') return last === 'true';
      throw wrongValue(flag, last, 'takes no value, or true or false');
    },
  };
}

/** A switch that is as often turned off as on. */
export function twoWay(why: string): Option<boolean | undefined> {
  return { ...toggle(why), isTwoWay: true };
}

/** Any text that is not empty; the last one counts. */
export function text(takes: string, why: string, short?: string): Option<string | undefined> {
  return {
    ...(short !== undefined && { short }),
    takes,
    why,
    read: (given, flag) => {
      const last = given.at(-1);
      if (last?.trim() === '') throw wrongValue(flag, last, 'must not be empty');
      return last;
    },
  };
}

/** A whole number within bounds, both included. */
export function integer(
  why: string,
  bounds: { readonly min: number; readonly max: number; readonly standard: number },
): Option<number> {
  const { min, max, standard } = bounds;
  return {
    takes: 'N',
    why: `${why} (${min}–${max})`,
    standard: String(standard),
    read: (given, flag) => {
      const last = given.at(-1);
      if (last === undefined) return standard;
      const value = Number(last);
      if (/^\d+$/.test(last) && value >= min && value <= max) return value;
      throw wrongValue(flag, last, `must be a whole number from ${min} to ${max}`);
    },
  };
}

/** One of a closed list. */
export function choice<const T extends string>(
  takes: string,
  why: string,
  allowed: readonly T[],
  standard: T,
): Option<T> {
  return {
    takes,
    why: `${why}: ${allowed.join(', ')}`,
    standard,
    read: (given, flag) => {
      const last = given.at(-1);
      return last === undefined ? standard : oneOf(allowed, last, flag);
    },
  };
}

/** Several of a closed list, with commas or by repeating the option; `undefined` for all of them. */
export function choices<const T extends string>(
  takes: string,
  why: string,
  allowed: readonly T[],
): Option<readonly T[] | undefined> {
  return {
    takes,
    why: `${why}: ${allowed.join(', ')}`,
    standard: 'all',
    read: (given, flag) => {
      const words = given.flatMap((each) => each.split(',')).map((word) => word.trim());
      if (words.length === 0) return undefined;
      return [...new Set(words.map((word) => oneOf(allowed, word, flag)))];
    },
  };
}

function oneOf<T extends string>(allowed: readonly T[], word: string, flag: string): T {
  const found = allowed.find((each) => each === word.toLowerCase().replaceAll('-', '_'));
  if (found !== undefined) return found;
  const near = didYouMean(word, allowed);
  throw wrongValue(
    flag,
    word,
    `must be one of ${allowed.join(', ')}`,
    near === undefined ? undefined : `Did you mean ${near}?`,
  );
}

function wrongValue(flag: string, value: string, must: string, hint?: string): KgError {
  return new KgError('usage', `${flag} ${must}, not "${printable(value)}"`, {
    ...(hint !== undefined && { hint }),
  });
}
