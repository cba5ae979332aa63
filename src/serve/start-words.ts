/**
 * What `kg-memory-mcp` says to a person who starts it by hand: its help, its version, that an argument is none of its own,
 * that it waits for a client. A client starts it without arguments and without a terminal, and gets none of this.
 */
import { printable } from '../kernel/text.js';
import { version } from '../kernel/version.js';

/** What is said, and the exit code when nothing is served after it. */
export interface StartWords {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: 0 | 2;
}

const HELP = `kg-memory-mcp ${version}: the code graph of a Python project as an MCP server on stdin and stdout

Usage:
  kg-memory-mcp              Started by an MCP client, such as a coding agent
  kg-memory-mcp --help
  kg-memory-mcp --version

It takes no other arguments: settings come from the environment (KG_PROJECT_ROOT,
KG_SOURCE_DIRS, …) and from kg-memory.toml. The project is KG_PROJECT_ROOT, else
CLAUDE_PROJECT_DIR, else the folder it is started in. kg-memory help settings lists
all of them; the README has the entry for each client.

Example, .mcp.json at the root of a project:
  {"mcpServers":{"kg-memory":{"type":"stdio","command":"kg-memory-mcp"}}}
`;

/** What there is to say for these arguments; `isTerminal`: stdin is one. */
export function startWords(args: readonly string[], isTerminal: boolean): StartWords {
  const [first] = args;
  if (first === undefined) {
    return isTerminal
      ? { stderr: 'kg-memory-mcp waits for an MCP client on stdin; --help says more.\n' }
      : {};
  }
  if (args.length === 1 && (first === '--help' || first === '-h')) return { stdout: HELP, exitCode: 0 };
  if (args.length === 1 && (first === '--version' || first === '-V')) {
    return { stdout: `${version}\n`, exitCode: 0 };
  }
  const wrong = args.find((arg) => !KNOWN.has(arg)) ?? args.join(' ');
  return {
    stderr: `error: kg-memory-mcp takes no argument "${printable(wrong)}"; kg-memory-mcp --help says what it takes.\n`,
    exitCode: 2,
  };
}

const KNOWN: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);
