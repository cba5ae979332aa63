/**
 * The list of commands; `help` is none of them, since it speaks about all. Each is loaded when it is asked for, and what it stands on with it, so that `--version` costs
 * nothing. The order is that of the help.
 */
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import type { Command } from './command.js';
import { didYouMean } from './did-you-mean.js';

const LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  index: async () => (await import('./index-command.js')).indexCommand,
  status: async () => (await import('./status-command.js')).statusCommand,
  search: async () => (await import('./search-command.js')).searchCommand,
  relate: async () => (await import('./relate-command.js')).relateCommand,
  context: async () => (await import('./context-command.js')).contextCommand,
  tests: async () => (await import('./tests-command.js')).testsCommand,
  explain: async () => (await import('./explain-command.js')).explainCommand,
  drift: async () => (await import('./drift-command.js')).driftCommand,
  path: async () => (await import('./path-command.js')).pathCommand,
  ask: async () => (await import('./ask-command.js')).askCommand,
  reindex: async () => (await import('./reindex-command.js')).reindexCommand,
  export: async () => (await import('./export-command.js')).exportCommand,
  verify: async () => (await import('./verify-command.js')).verifyCommand,
  viz: async () => (await import('./viz-command.js')).vizCommand,
  serve: async () => (await import('./serve-command.js')).serveCommand,
  server: async () => (await import('./server-command.js')).serverCommand,
  memory: async () => (await import('./memory-command.js')).memoryCommand,
  history: async () => (await import('./history-command.js')).historyCommand,
  restore: async () => (await import('./restore-command.js')).restoreCommand,
  debt: async () => (await import('./debt-command.js')).debtCommand,
  stats: async () => (await import('./stats-command.js')).statsCommand,
  install: async () => (await import('./install-command.js')).installCommand,
  uninstall: async () => (await import('./uninstall-command.js')).uninstallCommand,
  connect: async () => (await import('./connect-command.js')).connectCommand,
  hook: async () => (await import('./hook-command.js')).hookCommand,
  doctor: async () => (await import('./doctor-command.js')).doctorCommand,
  config: async () => (await import('./config-command.js')).configCommand,
};

/** The command of that name; a `KgError` of code `usage` that names the nearest when there is none. */
export async function loadCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined;
  if (load !== undefined) return load();
  const near = didYouMean(name, [...Object.keys(LOADERS), 'help']);
  throw new KgError('usage', `there is no command "${printable(name)}"`, {
    hint: near === undefined ? 'kg-memory help lists them.' : `Did you mean kg-memory ${near}?`,
  });
}

/** All of them, in the order of the help. */
export function loadAllCommands(): Promise<Command[]> {
  return Promise.all(Object.values(LOADERS).map((load) => load()));
}
