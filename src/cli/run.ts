/**
 * A command line from its words to its exit code: find the command, read its options, run it, print what it says. Everything
 * that fails is caught here, once. It does not touch the process: `main.ts` hands in the streams and takes the code.
 */
import { KgError } from '../kernel/errors.js';
import { version } from '../kernel/version.js';
import { wantsColor } from './color.js';
import type { Command, Outcome } from './command.js';
import { loadAllCommands, loadCommand } from './commands.js';
import { failureOf } from './failure.js';
import { GLOBAL_OPTIONS, type GlobalValues, SETTING_OPTIONS } from './global-options.js';
import { takeOperands } from './operands.js';
import { printOutcome } from './output.js';
import { asksForJson, findCommand, parseWords, readOptions } from './parse.js';
import { createDisplay, createSession, type GivenOptions, type Terminal } from './session.js';

/** Runs a command line; the exit code. It never rejects: what fails is told on stderr, a fault of our own with its stack. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    const { exitCode, lines, json } = failureOf(withHint(error, args), terminal.signal.aborted);
    const said = asksForJson(args) ? [JSON.stringify(json)] : lines;
    terminal.stderr.write(`${said.join('\n')}\n`);
    return exitCode;
  }
}

const EVERYWHERE = { ...GLOBAL_OPTIONS, ...SETTING_OPTIONS };

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const at = findCommand(args, EVERYWHERE);
  const page = { terminal, isJson: asksForJson(args) };
  if (at === undefined) return runWithoutCommand(args, page);
  const name = args[at] ?? '';
  const others = [...args.slice(0, at), ...args.slice(at + 1)];
  if (name === 'help') return runHelp(parseWords(others, EVERYWHERE).words, page);
  const command = await loadCommand(name);
  const { words, given } = parseWords(others, { ...command.options, ...EVERYWHERE });
  const global = readOptions(GLOBAL_OPTIONS, given) as GlobalValues;
  if (global.help === true) return runHelp([name], page);
  if (global.version === true) return sayVersion(page);
  return runCommand(command, { words, given, global }, terminal);
}

/** How what is no command's answer is printed. */
interface Page {
  readonly terminal: Terminal;
  readonly isJson: boolean;
}

async function runWithoutCommand(args: readonly string[], page: Page): Promise<number> {
  const { words, given } = parseWords(args, EVERYWHERE);
  if (words.length > 0) throw new KgError('usage', 'the command must stand before --');
  return given.has('version') ? sayVersion(page) : runHelp([], page);
}

async function runHelp([topic, ...more]: readonly string[], page: Page): Promise<number> {
  if (more.length > 0) throw new KgError('usage', 'help speaks about one command at a time');
  const { renderOverview, renderCommandHelp, renderSettingsHelp } = await import('./help.js');
  if (topic === undefined || topic === 'help') return sayHelp(page, renderOverview(await loadAllCommands()));
  if (topic === 'settings') return sayHelp(page, renderSettingsHelp());
  return sayHelp(page, renderCommandHelp(await loadCommand(topic)));
}

interface Asked extends GivenOptions {
  readonly words: readonly string[];
}

async function runCommand(command: Command, asked: Asked, terminal: Terminal): Promise<number> {
  const { words, given, global } = asked;
  const operands = takeOperands(command, words);
  const options = readOptions(command.options, given);
  const { environment } = await import('../config.js');
  const variables = environment();
  const display = createDisplay(global, variables, terminal);
  const session = createSession(asked, display, terminal);
  const outcome = await command.run({ operands, options }, session).finally(() => display.clear());
  await printOutcome(terminal.stdout, outcome, {
    command: command.name,
    isJson: global.json === true,
    isColored: wantsColor(global.color, variables, terminal.stdout.isTTY === true),
    signal: terminal.signal,
  });
  return outcome.exitCode ?? 0;
}

function sayHelp(page: Page, text: string): Promise<number> {
  return say(page, 'help', { text, result: { text } });
}

function sayVersion(page: Page): Promise<number> {
  return say(page, 'version', { text: version, result: { version } });
}

async function say({ terminal, isJson }: Page, command: string, outcome: Outcome): Promise<number> {
  const { stdout, signal } = terminal;
  await printOutcome(stdout, outcome, { command, isJson, isColored: false, signal });
  return 0;
}

/** A wrong call without better advice is told where the right ones stand. */
function withHint(error: unknown, args: readonly string[]): unknown {
  if (!(error instanceof KgError) || error.code !== 'usage' || error.hint !== undefined) return error;
  const at = findCommand(args, EVERYWHERE);
  const line = at === undefined || args[at] === 'help' ? 'kg-memory help' : `kg-memory ${args[at]} --help`;
  return new KgError('usage', error.message, { hint: `${line} shows what there is.` });
}
