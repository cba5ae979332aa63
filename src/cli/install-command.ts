/** `kg-memory install`: puts both MCP servers, and for Claude Code hooks and skills, into the settings of a client. */

import path from 'node:path';
import { userFolder } from '../config/user-folders.js';
import { type EditedFile, installEdit, isInstalled } from '../install/apply-edits.js';
import { notePackage } from '../install/package-note.js';
import { systemClock } from '../kernel/clock.js';
import { CLIENT_OPERANDS, CLIENT_OPTIONS, readSetup, type Setup, told } from './client-operand.js';
import { defineCommand } from './command.js';
import { toggle } from './options.js';

export const installCommand = defineCommand({
  name: 'install',
  summary: 'Put kg-memory into a client’s settings',
  about: [
    'Edits the client’s own settings: comments, order and all other keys stay, a copy of the file is kept, and the change is shown. Twice is the same as once. kg-memory uninstall takes it back.',
  ],
  operands: [...CLIENT_OPERANDS],
  options: { ...CLIENT_OPTIONS, start: toggle('Also make sure that the memory server runs') },
  examples: [
    [
      'kg-memory install claude-code --start',
      'The plugin with servers, hooks and skills, and the server running.',
    ],
    [
      'kg-memory install cursor --scope project --dry-run',
      'Shows what would be written to .cursor/mcp.json.',
    ],
  ],
  run: async ({ operands: [word = ''], options }, session) => {
    const setup = await readSetup(word, options, session);
    const { client, scope, installation, context } = setup;
    const edited: EditedFile[] = [];
    for (const edit of client.edits(scope, installation)) edited.push(await installEdit(edit, context));
    if (!context.isDryRun) await notePackage(context.stateFolder, installation.packageFolder);
    const notes = [...(client.note === undefined ? [] : [client.note]), ...notesOf(setup)];
    if (!context.isDryRun) notes.push(await serverNote(setup, options.start === true, session.signal));
    return told(edited, context.isDryRun, notes);
  },
});

function notesOf(setup: Setup): string[] {
  const { scope, installation, config } = setup;
  const notes: string[] = [];
  if (scope === 'project')
    notes.push('These files name the commands kg-memory and kg-memory-mcp: they must be on the PATH.');
  if (/[/\\]_npx[/\\]/.test(installation.packageFolder)) {
    notes.push(
      `${installation.packageFolder} is a cache of npx and may vanish; install the package first: npm install --global kg-memory`,
    );
  }
  if (isAtOtherScope(setup)) {
    notes.push(
      'kg-memory is installed at the other scope, too, so its hooks run twice: uninstall one of them.',
    );
  }
  const variables = variablesIn(config);
  if (variables.length > 0) {
    const file = path.join(userFolder('config', installation.env) ?? '', 'config.toml');
    notes.push(
      `${variables.join(', ')}: set in this shell. A client that is started elsewhere does not know it; write it into ${file}.`,
    );
  }
  return notes;
}

/** Settings that say where the memory is, and that a client which is started elsewhere would not have. */
function variablesIn({ origins }: Setup['config']): string[] {
  const { storage_root, http_host, http_port, token_required, token_file } = origins;
  const places = [storage_root, http_host, http_port, token_required, token_file];
  return places.flatMap(({ kind, where }) => (kind === 'env' ? [where] : []));
}

/** Clients join what both scopes say; two servers of one name are one, two hooks are two. */
function isAtOtherScope({ name, client, scope, installation, context }: Setup): boolean {
  const other = client.scopes.find((each) => each !== scope);
  if (name !== 'claude-code' || other === undefined) return false;
  const elsewhere = { ...context, client: `${name}-${other}` };
  return client.edits(other, installation).some((edit) => isInstalled(edit, elsewhere));
}

async function serverNote({ config }: Setup, isStarting: boolean, signal: AbortSignal): Promise<string> {
  if (!isStarting) return 'The memory server is started by the first client that needs it.';
  const { startServer } = await import('../serve/memory/process/manage-server.js');
  const { did, server } = await startServer({ config, clock: systemClock, signal }, []);
  return `The memory server ${did === 'found' ? 'runs already' : 'has started'} (pid ${server.health.pid}).`;
}
