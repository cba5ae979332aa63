/**
 * `kg-memory hook` as the help shows it. A hook itself never comes here: the launcher gives its words to the courier
 * (`src/hook/`), which loads nothing of the command line.
 */
import { defineCommand } from './command.js';

export const hookCommand = defineCommand({
  name: 'hook',
  summary: 'For hooks of hosts: carries an event to the memory server',
  about: [
    'Reads a payload on stdin and prints one JSON document or nothing. Its exit code is 0 whatever happens, and it waits at most a second. "hook" must be the first word.',
  ],
  operands: [
    {
      name: 'event',
      isRequired: false,
      why: 'session-start, user-prompt-submit, post-tool-use, subagent-start',
    },
  ],
  options: {},
  examples: [
    ['kg-memory hook session-start < payload.json', 'The preload.'],
    ['kg-memory hook user-prompt-submit < payload.json', 'What the prompt calls to mind.'],
  ],
  run: async () => ({}),
});
