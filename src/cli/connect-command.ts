/**
 * `kg-memory connect` as the help shows it. The launcher gives its words to the connector (`src/connect/`), which loads nothing
 * of the command line; here comes only who puts other words before it.
 */
import { KgError } from '../kernel/errors.js';
import { defineCommand } from './command.js';

export const connectCommand = defineCommand({
  name: 'connect',
  summary: 'For MCP clients: the memory on stdin and stdout',
  about: [
    'Carries the messages of a client to the memory server, which it starts when there is none. Where the server is and its token come from the settings, so a client’s configuration needs neither. "connect" must be the first word, and takes no other.',
  ],
  operands: [],
  options: {},
  examples: [
    ['claude mcp add --scope user kg -- kg-memory connect', 'The memory in Claude Code.'],
    ['codex mcp add kg -- kg-memory connect', 'The memory in Codex.'],
  ],
  run: () => Promise.reject(new KgError('usage', '"connect" must be the first word, and takes no other')),
});
