/**
 * A command line from its words to its exit code: find the command, read its options, run it, print what it says. Everything
 * that fails is caught here, once. It does not touch the process: `main.ts` hands in the streams and takes the code.
 */
import type { Writable } from 'node:stream';
import type { Config } from '../config.js';
import { KgError } from '../kernel/errors.js';
import { createLog, type Log } from '../kernel/log.js';
import { printable } from '../kernel/text.js';
import { version } from '../kernel/version.js';
import { type ColorVariables, wantsColor } from './color.js';
import type { Command, Outcome, Session } from './command.js';
import { loadAllCommands, loadCommand } from './commands.js';
import { failureOf } from './failure.js';
import { GLOBAL_OPTIONS, type GlobalValues, SETTING_OPTIONS, settingFlags } from './global-options.js';
import { usageOf } from './help.js';
import { printOutcome } from './output.js';
import { asksForJson, findCommand, type Given, parseWords, readOptions } from './parse.js';
import { ProgressBar, type ProgressDisplay, ProgressLines, SILENT } from './progress.js';

/** The world around a run. */
export interface Terminal {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Aborted when the user wants it to end. */
  readonly signal: AbortSignal;
}

/** Runs a command line; the exit code. Rejects only when stdout or stderr do. */
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
  if (at === undefined) return runWithoutCommand(args, terminal);
  const name = args[at] ?? '';
  const others = [...args.slice(0, at), ...args.slice(at + 1)];
  if (name === 'help') return runHelp(others, terminal);
  const command = await loadCommand(name);
  const { words, given } = parseWords(others, { ...command.options, ...EVERYWHERE });
  const global = readOptions(GLOBAL_OPTIONS, given) as GlobalValues;
  if (global.help === true) return runHelp([name], terminal);
  if (global.version === true) return say(terminal, version);
  return runCommand(command, { words, given, global }, terminal);
}

async function runWithoutCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { words, given } = parseWords(args, EVERYWHERE);
  if (words.length > 0) throw new KgError('usage', `the command must stand before --`);
  return given.has('version') ? say(terminal, version) : runHelp([], terminal);
}

async function runHelp(args: readonly string[], terminal: Terminal): Promise<number> {
  const { renderOverview, renderCommandHelp, renderSettingsHelp } = await import('./help.js');
  const [topic] = parseWords(args, EVERYWHERE).words;
  if (topic === undefined || topic === 'help') return say(terminal, renderOverview(await loadAllCommands()));
  if (topic === 'settings') return say(terminal, renderSettingsHelp());
  return say(terminal, renderCommandHelp(await loadCommand(topic)));
}

interface Asked {
  readonly words: readonly string[];
  readonly given: Given;
  readonly global: GlobalValues;
}

async function runCommand(command: Command, asked: Asked, terminal: Terminal): Promise<number> {
  const { global, given } = asked;
  const operands = takeOperands(command, asked.words);
  const options = readOptions(command.options, given);
  const { environment } = await import('../config.js');
  const variables = environment();
  const display = createDisplay(global, variables, terminal);
  const session = createSession(asked, display, terminal);
  let outcome: Outcome;
  try {
    outcome = await command.run({ operands, options }, session);
  } finally {
    display.clear();
  }
  await printOutcome(terminal.stdout, outcome, {
    command: command.name,
    isJson: global.json === true,
    isColored: wantsColor(global.color, variables, terminal.stdout.isTTY === true),
    signal: terminal.signal,
  });
  return outcome.exitCode ?? 0;
}

/** The words in the places a command has for them. */
function takeOperands(command: Command, words: readonly string[]): readonly string[] {
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

function createSession({ given, global }: Asked, display: ProgressDisplay, terminal: Terminal): Session {
  const log = createTerminalLog(global, display, terminal);
  return {
    log,
    progress: (progress) => display.report(progress),
    signal: terminal.signal,
    loadConfig: async (path) => {
      if (path !== undefined && global.projectRoot !== undefined) {
        throw new KgError('usage', `the project is given twice: -C ${global.projectRoot} and ${path}`);
      }
      const { loadConfig } = await import('../config.js');
      const settings = readOptions(SETTING_OPTIONS, given) as Record<string, string | undefined>;
      const config: Config = await loadConfig({ flags: settingFlags(path ?? global.projectRoot, settings) });
      for (const warning of config.warnings) log.warn(warning);
      return config;
    },
  };
}

// Every terminal is at least that wide.
const COLUMNS_UNKNOWN = 80;

/** In JSON mode a program reads stderr too, so nothing but an error may be there. */
function isSilent({ quiet, json, verbose }: GlobalValues): boolean {
  return quiet === true || (json === true && verbose !== true);
}

function createTerminalLog(global: GlobalValues, display: ProgressDisplay, { stderr }: Terminal): Log {
  const level = isSilent(global) ? 'quiet' : global.verbose === true ? 'verbose' : 'normal';
  const said = new Set<string>();
  return createLog(level, (line) => {
    // What is wrong with a setting is told by whoever reads it and by the project.
    if (said.has(line)) return;
    said.add(line);
    display.clear();
    stderr.write(`${line}\n`);
  });
}

function createDisplay(
  global: GlobalValues,
  variables: ColorVariables,
  { stderr }: Terminal,
): ProgressDisplay {
  if (isSilent(global)) return SILENT;
  const write = (text: string) => void stderr.write(text);
  const canDraw = stderr.isTTY === true && variables.TERM !== 'dumb';
  if (!canDraw) return new ProgressLines(write);
  return new ProgressBar({ write, columns: () => stderr.columns ?? COLUMNS_UNKNOWN });
}

async function say({ stdout, signal }: Terminal, text: string): Promise<number> {
  const options = { command: 'help', isJson: false, isColored: false, signal };
  await printOutcome(stdout, { text }, options);
  return 0;
}

/** A wrong call without better advice is told where the right ones stand. */
function withHint(error: unknown, args: readonly string[]): unknown {
  if (!(error instanceof KgError) || error.code !== 'usage' || error.hint !== undefined) return error;
  const at = findCommand(args, EVERYWHERE);
  const line = at === undefined ? 'kg-memory help' : `kg-memory ${args[at]} --help`;
  return new KgError('usage', error.message, { hint: `${line} shows what there is.` });
}
