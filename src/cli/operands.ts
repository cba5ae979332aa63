/** The words of a command line in the places that a command has for them. */
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import type { Command } from './command.js';
import { usageOf } from './help.js';

/**
 * As many words as the command names, several for the last one joined by blanks. Throws a `KgError` of code `usage` when one
 * is missing or there are too many.
 */
export function takeOperands(command: Command, words: readonly string[]): readonly string[] {
  const { operands } = command;
  const usage = { hint: `Usage: ${usageOf(command)}` };
  const missing = operands.find(({ isRequired }, index) => isRequired && (words[index] ?? '').trim() === '');
  if (missing !== undefined) {
    throw new KgError('usage', `kg-memory ${command.name} needs a ${missing.name}`, usage);
  }
  if (operands.at(-1)?.isMany === true) {
    const single = operands.length - 1;
    return words.length > single ? [...words.slice(0, single), words.slice(single).join(' ')] : words;
  }
  const extra = words[operands.length];
  if (extra !== undefined) throw new KgError('usage', `too many arguments: "${printable(extra)}"`, usage);
  return words;
}
