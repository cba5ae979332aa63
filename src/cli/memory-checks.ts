/**
 * What `kg-memory doctor` says of the memory: who is at the port, and whether the clients that were set up still have what this
 * version would give them. Nothing is started and nothing is changed.
 */
import type { MemoryConfig } from '../config/memory-config.js';
import { type EditContext, installEdit, isInstalled } from '../install/apply-edits.js';
import { CLIENTS, type FileEdit } from '../install/clients.js';
import { KgError } from '../kernel/errors.js';
import type { Found } from '../serve/memory/process/find-server.js';
import type { Check } from './check.js';
import { contextOf, readInstallation } from './client-operand.js';
import type { Session } from './command.js';

const SERVER = 'memory server';

/** All of them. `told`: warnings about settings that have been said already. */
export async function memoryChecks(session: Session, told: readonly string[]): Promise<readonly Check[]> {
  const { environment } = await import('../config.js');
  const { loadMemoryConfig } = await import('../config/memory-config.js');
  try {
    const config = await loadMemoryConfig({ flags: {}, env: environment(), cwd: process.cwd() });
    const warnings = config.warnings.filter((warning) => !told.includes(warning));
    return [
      ...warnings.map((says) => ({ name: 'settings of the memory', state: 'warning', says }) as const),
      await checkServer(config).catch((error: unknown) => failureOf(SERVER, error)),
      ...(await checkClients(session, config)),
    ];
  } catch (error) {
    return [failureOf('settings of the memory', error)];
  }
}

/** Who is at the port. That nobody is there is right: clients start the server. */
async function checkServer(config: MemoryConfig): Promise<Check> {
  const { findServer } = await import('../serve/memory/process/find-server.js');
  const name = SERVER;
  const at = `${config.host}:${config.port}`;
  const found = await findServer(config);
  switch (found.kind) {
    case 'none':
      return { name, state: 'ok', says: 'none runs; the first client that needs it starts it' };
    case 'stranger':
      return {
        name,
        state: 'failure',
        says: `${at} is held by another program (${found.why})`,
        fix: 'End it, or choose another port with KG_HTTP_PORT.',
      };
    case 'stopping':
      return { name, state: 'ok', says: `the one at ${at} (pid ${found.state.process.pid}) is ending` };
    case 'hung':
      return {
        name,
        state: 'failure',
        says: `the one at ${at} (pid ${found.state.process.pid}) lives and does not answer`,
        fix: 'kg-memory server restart --force replaces it; what it has acknowledged is on the disk.',
      };
    case 'running':
      return checkRunning(found, config);
  }
}

async function checkRunning(
  { health, state }: Extract<Found, { kind: 'running' }>,
  config: MemoryConfig,
): Promise<Check> {
  const { differences } = await import('../serve/memory/process/find-server.js');
  const name = SERVER;
  const says = `version ${health.version} at ${config.host}:${config.port} (pid ${health.pid})`;
  const differs = differences(health, state, config);
  if (differs.includes('storage-root')) {
    return {
      name,
      state: 'failure',
      says: `${says} serves ${health.storageRoot ?? state?.storageRoot}, not ${config.storageRoot}`,
      fix: 'Choose another port with KG_HTTP_PORT, or stop that server first.',
    };
  }
  if (differs.length === 0) return { name, state: 'ok', says };
  return { name, state: 'warning', says, fix: 'kg-memory server start replaces an older one.' };
}

/** Every file of a client that `kg-memory install` has written to. */
async function checkClients(session: Session, config: MemoryConfig): Promise<readonly Check[]> {
  const installation = await readInstallation(session);
  const checks: Check[] = [];
  for (const [word, client] of Object.entries(CLIENTS)) {
    for (const scope of client.scopes) {
      const context = contextOf(word, scope, config, true);
      const command = `kg-memory install ${word}${scope === 'user' ? '' : ' --scope project'}`;
      const edits = client.edits(scope, installation).filter((edit) => isInstalled(edit, context));
      for (const edit of edits) checks.push(await checkEdit(edit, context, { name: client.title, command }));
    }
  }
  return checks;
}

async function checkEdit(
  edit: FileEdit,
  context: EditContext,
  { name, command }: { readonly name: string; readonly command: string },
): Promise<Check> {
  try {
    const { file, did } = await installEdit(edit, context);
    if (did === 'unchanged') return { name, state: 'ok', says: file };
    const says = `${file} is not as this version writes it`;
    return { name, state: 'warning', says, fix: `${command} brings it up to date.` };
  } catch (error) {
    return failureOf(name, error);
  }
}

/** The failure of what the user can mend; anything else is thrown on. */
function failureOf(name: string, error: unknown): Check {
  if (!(error instanceof KgError)) throw error;
  const { message, hint } = error;
  return { name, state: 'failure', says: message, ...(hint !== undefined && { fix: hint }) };
}
