/** `kg-memory install`: puts both MCP servers, and for Claude Code hooks and skills, into the settings of a client. */

import { type EditedFile, installEdit } from '../install/apply-edits.js';
import { notePackage } from '../install/package-note.js';
import { readRecord } from '../install/record.js';
import { systemClock } from '../kernel/clock.js';
import { realPathOf } from '../kernel/disk.js';
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
  if (config.isTokenRequired)
    notes.push(`The server asks for its token: set KG_TOKEN to what ${config.tokenFile} holds.`);
  return notes;
}

/** Clients join what both scopes say; two servers of one name are one, two hooks are two. */
function isAtOtherScope({ name, client, scope, installation, context }: Setup): boolean {
  const other = client.scopes.find((each) => each !== scope);
  if (name !== 'claude-code' || other === undefined) return false;
  const files = client.edits(other, installation).map(({ file }) => realPathOf(file));
  return files.some((file) => readRecord(context.stateFolder, `${name}-${other}`, file) !== undefined);
}

async function serverNote({ config }: Setup, isStarting: boolean, signal: AbortSignal): Promise<string> {
  if (!isStarting)
    return 'The memory server must run: kg-memory server start. (The hooks of Claude Code start it, too.)';
  const { startServer } = await import('../serve/memory/process/manage-server.js');
  const { did, server } = await startServer({ config, clock: systemClock, signal }, []);
  return `The memory server ${did === 'found' ? 'runs already' : 'has started'} (pid ${server.health.pid}).`;
}
