/** `kg-memory uninstall`: takes out of a client's settings what `install` put in. */
import { type EditedFile, uninstallEdit } from '../install/apply-edits.js';
import { CLIENT_OPERANDS, CLIENT_OPTIONS, readSetup, told } from './client-operand.js';
import { defineCommand } from './command.js';

export const uninstallCommand = defineCommand({
  name: 'uninstall',
  summary: 'Take kg-memory out of a client’s settings',
  about: [
    'A file that nobody has changed since gets its very bytes back, or is removed when there was none; in another only what is ours is removed. The memory itself stays.',
  ],
  operands: [...CLIENT_OPERANDS],
  options: CLIENT_OPTIONS,
  examples: [
    ['kg-memory uninstall claude-code', 'Of your settings.'],
    ['kg-memory uninstall vscode --scope project --dry-run', 'Shows what would be taken out.'],
  ],
  run: async ({ operands: [word = ''], options }, session) => {
    const { client, scope, installation, context } = await readSetup(word, options, session);
    const edited: EditedFile[] = [];
    for (const edit of client.edits(scope, installation)) edited.push(await uninstallEdit(edit, context));
    return told(edited, context.isDryRun, []);
  },
});
