/**
 * What was meant by a mistyped word of a command line. Beside what is near by edits, two letters that have changed places
 * count, which is the commonest slip of fast fingers and costs two edits.
 */
import { nearestNames } from '../kernel/text.js';

/** The name that was probably meant. */
export function didYouMean(word: string, names: readonly string[]): string | undefined {
  const swapped = names.find((name) => name.length === word.length && letters(name) === letters(word));
  return swapped ?? nearestNames(word, names, 1)[0];
}

function letters(word: string): string {
  return [...word.toLowerCase()].sort().join('');
}
