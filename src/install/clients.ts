/**
 * The clients that can be set up, and what each wants: which file, in which language, and what has to stand where. Facts about
 * other programs, each as its own documentation has it; nothing here reads or writes.
 *
 * At the user's scope programs are named by their full paths, since clients with windows have no shell's PATH. A project's
 * files are shared, so they name commands that everybody installs.
 */
import path from 'node:path';
import type { Entry, Value } from './entry.js';

export type Scope = 'user' | 'project';

/** What is known of this installation and its user. */
export interface Installation {
  /** The folder of this package. */
  readonly packageFolder: string;
  readonly node: string;
  readonly home: string;
  /** The folder that a project's settings go to. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** One file to edit. */
export interface FileEdit {
  readonly file: string;
  /** Another name it may have; taken when only that is there. */
  readonly otherFile?: string;
  readonly language: 'json' | 'toml';
  readonly entries: readonly Entry[];
}

export interface Client {
  readonly title: string;
  readonly scopes: readonly Scope[];
  readonly edits: (scope: Scope, installation: Installation) => readonly FileEdit[];
  /** What the user should know. */
  readonly note?: string;
}

const CODE = 'kg-memory';
const MEMORY = 'kg';
// How clients spell a server that is reached by its address, which the memory can be; `type` says so in some.
const BY_ADDRESS = ['type', 'url', 'httpUrl', 'serverUrl', 'headers', 'http_headers', 'bearer_token_env_var'];
const HOOKS = [
  ['SessionStart', 'session-start', undefined],
  ['UserPromptSubmit', 'user-prompt-submit', undefined],
  ['PostToolUse', 'post-tool-use', 'Read|WebFetch|WebSearch'],
] as const;

export const CLIENTS: Readonly<Record<string, Client>> = {
  'claude-code': {
    title: 'Claude Code',
    scopes: ['user', 'project'],
    edits: (scope, installation) =>
      scope === 'user' ? claudePlugin(installation) : claudeProject(installation),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    scopes: ['user'],
    edits: (scope, installation) => [
      {
        file: path.join(applicationFolder(installation, 'Claude'), 'claude_desktop_config.json'),
        language: 'json',
        entries: [memoryEntry('mcpServers', memory(scope, installation))],
      },
    ],
    note: 'Claude Desktop opens no project, so it gets the memory alone. It reads its settings when it starts.',
  },
  codex: {
    title: 'Codex',
    scopes: ['user', 'project'],
    edits: (scope, installation) => {
      const { home, project, env } = installation;
      const folder =
        scope === 'user' ? (env.CODEX_HOME ?? path.join(home, '.codex')) : path.join(project, '.codex');
      return [
        {
          file: path.join(folder, 'config.toml'),
          language: 'toml',
          entries: servers('mcp_servers', code(scope, installation), memory(scope, installation)),
        },
      ];
    },
    note: 'Codex reads a project’s file in trusted projects only.',
  },
  gemini: {
    title: 'Gemini CLI',
    scopes: ['user', 'project'],
    edits: (scope, installation) => [
      {
        file: inFolder(scope, installation, '.gemini', 'settings.json'),
        language: 'json',
        entries: servers('mcpServers', code(scope, installation), memory(scope, installation)),
      },
    ],
  },
  cursor: {
    title: 'Cursor',
    scopes: ['user', 'project'],
    edits: (scope, installation) => [
      {
        file: inFolder(scope, installation, '.cursor', 'mcp.json'),
        language: 'json',
        entries: servers('mcpServers', inWorkspace(code(scope, installation)), memory(scope, installation)),
      },
    ],
  },
  vscode: {
    title: 'VS Code',
    scopes: ['user', 'project'],
    edits: (scope, installation) => [
      {
        file:
          scope === 'user'
            ? path.join(applicationFolder(installation, 'Code'), 'User', 'mcp.json')
            : path.join(installation.project, '.vscode', 'mcp.json'),
        language: 'json',
        entries: servers(
          'servers',
          { type: 'stdio', ...inWorkspace(code(scope, installation)) },
          { type: 'stdio', ...memory(scope, installation) },
        ),
      },
    ],
  },
  windsurf: {
    title: 'Windsurf',
    scopes: ['user'],
    edits: (scope, installation) => [
      {
        file: path.join(installation.home, '.codeium', 'windsurf', 'mcp_config.json'),
        language: 'json',
        entries: servers('mcpServers', code(scope, installation), memory(scope, installation)),
      },
    ],
    note: 'Windsurf does not tell a server which project is open: name it as KG_PROJECT_ROOT in the "env" of kg-memory.',
  },
  zed: {
    title: 'Zed',
    scopes: ['user', 'project'],
    edits: (scope, installation) => [
      {
        file:
          scope === 'user'
            ? path.join(zedFolder(installation), 'settings.json')
            : path.join(installation.project, '.zed', 'settings.json'),
        language: 'json',
        entries: servers('context_servers', code(scope, installation), memory(scope, installation)),
      },
    ],
  },
  opencode: {
    title: 'opencode',
    scopes: ['user', 'project'],
    edits: (scope, installation) => {
      const { home, project, env } = installation;
      const config = env.XDG_CONFIG_HOME ?? path.join(home, '.config');
      const folder = scope === 'user' ? path.join(config, 'opencode') : project;
      const [name, otherName] = ['opencode.json', 'opencode.jsonc'];
      const local = ({ command, args }: Program) => {
        return { type: 'local', command: [command, ...args], enabled: true };
      };
      return [
        {
          file: path.join(folder, scope === 'user' ? otherName : name),
          otherFile: path.join(folder, scope === 'user' ? name : otherName),
          language: 'json',
          entries: servers('mcp', local(code(scope, installation)), local(memory(scope, installation))),
        },
      ];
    },
  },
};

/** The plugin brings servers, hooks and skills; the settings say where it lies and that it is wanted. */
function claudePlugin({ packageFolder, home, env }: Installation): readonly FileEdit[] {
  const folder = env.CLAUDE_CONFIG_DIR ?? path.join(home, '.claude');
  return [
    {
      file: path.join(folder, 'settings.json'),
      language: 'json',
      entries: [
        {
          how: 'set',
          path: ['extraKnownMarketplaces', CODE],
          value: { source: { source: 'directory', path: packageFolder } },
        },
        { how: 'set', path: ['enabledPlugins', `${CODE}@${CODE}`], value: true },
      ],
    },
  ];
}

function claudeProject(installation: Installation): readonly FileEdit[] {
  const { project } = installation;
  const hook = (event: string): Value => ({
    type: 'command',
    command: 'kg-memory',
    args: ['hook', event],
    // Seconds; the hook itself ends before.
    timeout: 2,
  });
  return [
    {
      file: path.join(project, '.mcp.json'),
      language: 'json',
      entries: servers(
        'mcpServers',
        { type: 'stdio', ...code('project', installation) },
        { type: 'stdio', ...memory('project', installation) },
      ),
    },
    {
      file: path.join(project, '.claude', 'settings.json'),
      language: 'json',
      entries: HOOKS.map(([name, event, matcher]) => ({
        how: 'append',
        path: ['hooks', name],
        value: { ...(matcher !== undefined && { matcher }), hooks: [hook(event)] },
      })),
    },
  ];
}

function servers(key: string, codeServer: Value, memoryServer: Value): readonly Entry[] {
  return [{ how: 'set', path: [key, CODE], value: codeServer }, memoryEntry(key, memoryServer)];
}

function memoryEntry(key: string, value: Value): Entry {
  const instead = BY_ADDRESS.filter((each) => !Object.hasOwn(Object(value), each));
  return { how: 'set', path: [key, MEMORY], value, instead };
}

/** A program and its words, as clients start it. */
interface Program extends Readonly<Record<string, Value>> {
  readonly command: string;
  readonly args: readonly string[];
}

function code(scope: Scope, installation: Installation): Program {
  return program('kg-memory-mcp', [], scope, installation);
}

function memory(scope: Scope, installation: Installation): Program {
  return program('kg-memory', ['connect'], scope, installation);
}

function program(
  name: string,
  words: readonly string[],
  scope: Scope,
  { node, packageFolder }: Installation,
): Program {
  if (scope === 'project') return { command: name, args: words };
  return { command: node, args: [path.join(packageFolder, 'bin', `${name}.cjs`), ...words] };
}

/** For clients that start servers anywhere and know the folder that is open. */
function inWorkspace(server: Program) {
  return { ...server, env: { KG_PROJECT_ROOT: `\${workspaceFolder}` } };
}

function inFolder(scope: Scope, { home, project }: Installation, ...parts: readonly string[]): string {
  return path.join(scope === 'user' ? home : project, ...parts);
}

/** Where programs with windows keep their settings. */
function applicationFolder({ home, env, platform }: Installation, name: string): string {
  if (platform === 'win32') return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), name);
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', name);
  return path.join(env.XDG_CONFIG_HOME ?? path.join(home, '.config'), name);
}

function zedFolder({ home, env, platform }: Installation): string {
  if (platform === 'win32') return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'Zed');
  if (platform === 'darwin') return path.join(home, '.config', 'zed');
  return path.join(env.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'zed');
}
