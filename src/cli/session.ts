/**
 * What a command has of the world around it, made from the streams and the global options: a log and a progress display that
 * share stderr, and the settings.
 */
import path from 'node:path';
import type { Writable } from 'node:stream';
import type { Config } from '../config.js';
import { KgError } from '../kernel/errors.js';
import { createLog, type Log } from '../kernel/log.js';
import type { ColorVariables } from './color.js';
import type { Session } from './command.js';
import { type GlobalValues, SETTING_OPTIONS, settingFlags } from './global-options.js';
import { type Given, readOptions } from './parse.js';
import { ProgressBar, type ProgressDisplay, ProgressLines, SILENT } from './progress.js';

/** The world around a run. */
export interface Terminal {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Aborted when the user wants it to end. */
  readonly signal: AbortSignal;
}

/** The options of a command line: all as given, and the global ones read. */
export interface GivenOptions {
  readonly given: Given;
  readonly global: GlobalValues;
}

/** What a command gets; the settings are read when it asks for them. */
export function createSession(
  { given, global }: GivenOptions,
  display: ProgressDisplay,
  terminal: Terminal,
): Session {
  const log = createTerminalLog(global, display, terminal);
  return {
    log,
    progress: (progress) => display.report(progress),
    signal: terminal.signal,
    folder: path.resolve(global.projectRoot ?? '.'),
    loadConfig: async (root) => {
      if (root !== undefined && global.projectRoot !== undefined) {
        throw new KgError('usage', `the project is given twice: -C ${global.projectRoot} and ${root}`);
      }
      const { loadConfig } = await import('../config.js');
      const settings = readOptions(SETTING_OPTIONS, given) as Record<string, string | undefined>;
      const config: Config = await loadConfig({ flags: settingFlags(root ?? global.projectRoot, settings) });
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

/** How progress is shown: a bar, lines, or not at all. */
export function createDisplay(
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
