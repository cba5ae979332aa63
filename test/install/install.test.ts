/**
 * `kg-memory install` and `uninstall` against settings as people have them: everything that is not ours stays, twice is once,
 * and taking back gives the very bytes, or what others changed meanwhile without what is ours.
 */
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { type EditedFile, installEdit, uninstallEdit } from '../../src/install/apply-edits.js';
import { CLIENTS, type FileEdit, type Installation } from '../../src/install/clients.js';
import { systemClock } from '../../src/kernel/clock.js';
import { createWorkFolder, isolatedEnvironment, runKgMemory } from '../support/run-bin.js';

let work: ReturnType<typeof createWorkFolder>;
let env: Record<string, string>;
let home: string;
let project: string;

beforeEach(() => {
  work = createWorkFolder('install');
  home = join(work.path, 'home');
  project = join(work.path, 'harbour');
  mkdirSync(project);
  env = isolatedEnvironment(home);
});
afterEach(() => work.remove());

interface Told {
  readonly files: readonly { readonly file: string; readonly did: string; readonly diff: string }[];
  readonly notes: readonly string[];
}

async function run(...words: string[]): Promise<Told> {
  const { code, stdout, stderr } = await runKgMemory([...words, '--json'], { cwd: project, env });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout).result;
}

async function refused(...words: string[]): Promise<string> {
  const { code, stderr } = await runKgMemory(words, { cwd: project, env });
  assert.notEqual(code, 0);
  return stderr;
}

function installationOf(): Installation {
  const [packageFolder, node] = [resolve('.'), process.execPath];
  return { packageFolder, node, home, project, env, platform: 'linux' };
}

/** The same in process, for what is done for every client. */
async function edit(
  did: typeof installEdit,
  client: string,
  scope: string,
  isDryRun = false,
): Promise<EditedFile[]> {
  const known = CLIENTS[client];
  assert.ok(known !== undefined && (scope === 'user' || scope === 'project'));
  const installation = installationOf();
  const stateFolder = join(home, 'state', 'kg-memory');
  const context = { client: `${client}-${scope}`, stateFolder, clock: systemClock, isDryRun };
  const edited: EditedFile[] = [];
  for (const each of known.edits(scope, installation)) edited.push(await did(each, context));
  return edited;
}

/** Where each client keeps its settings, and the fixture that lies there. */
const PLACES: readonly (readonly [client: string, scope: string, file: () => string, fixture: string])[] = [
  ['claude-code', 'user', () => join(home, '.claude', 'settings.json'), 'claude-code/settings.json'],
  ['claude-code', 'project', () => join(project, '.mcp.json'), 'claude-code/mcp.json'],
  ['claude-code', 'project', () => join(project, '.claude', 'settings.json'), 'claude-code/settings.json'],
  [
    'claude-desktop',
    'user',
    () => join(home, 'config', 'Claude', 'claude_desktop_config.json'),
    'claude-desktop/claude_desktop_config.json',
  ],
  ['codex', 'user', () => join(home, '.codex', 'config.toml'), 'codex/config.toml'],
  ['codex', 'project', () => join(project, '.codex', 'config.toml'), 'codex/config.toml'],
  ['gemini', 'user', () => join(home, '.gemini', 'settings.json'), 'gemini/settings.json'],
  ['gemini', 'project', () => join(project, '.gemini', 'settings.json'), 'gemini/settings.json'],
  ['cursor', 'user', () => join(home, '.cursor', 'mcp.json'), 'cursor/mcp.json'],
  ['cursor', 'project', () => join(project, '.cursor', 'mcp.json'), 'cursor/mcp.json'],
  ['vscode', 'user', () => join(home, 'config', 'Code', 'User', 'mcp.json'), 'vscode/mcp.json'],
  ['vscode', 'project', () => join(project, '.vscode', 'mcp.json'), 'vscode/mcp.json'],
  [
    'windsurf',
    'user',
    () => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    'windsurf/mcp_config.json',
  ],
  ['zed', 'user', () => join(home, 'config', 'zed', 'settings.json'), 'zed/settings.json'],
  ['zed', 'project', () => join(project, '.zed', 'settings.json'), 'zed/settings.json'],
  ['opencode', 'user', () => join(home, 'config', 'opencode', 'opencode.jsonc'), 'opencode/opencode.jsonc'],
  ['opencode', 'project', () => join(project, 'opencode.jsonc'), 'opencode/opencode.jsonc'],
];

function lay(file: string, fixture: string): string {
  mkdirSync(dirname(file), { recursive: true });
  cpSync(join('fixtures', 'clients', fixture), file);
  return readFileSync(file, 'utf8');
}

function read(file: string): Record<string, unknown> {
  return readText(file, readFileSync(file, 'utf8'));
}

/** Whether a value has everything that another one has, and perhaps more. */
function holdsAll(value: unknown, other: unknown): boolean {
  if (typeof other !== 'object' || other === null) return value === other;
  if (Array.isArray(other))
    return Array.isArray(value) && other.every((each) => value.some((own) => holdsAll(own, each)));
  return Object.entries(other).every(([key, part]) => holdsAll(Object(value)[key], part));
}

function readText(file: string, text: string): Record<string, unknown> {
  return file.endsWith('.toml')
    ? JSON.parse(JSON.stringify(parseToml(text)))
    : parse(text, [], { allowTrailingComma: true });
}

/** Every line of a text that another one lacks, commas at the end aside. */
function linesLost(before: string, after: string): string[] {
  const bare = (line: string) => line.trim().replace(/[,{[\]}\s]+$/, '');
  const left = new Set(after.split(/\r?\n/).map(bare));
  return before
    .split(/\r?\n/)
    .map(bare)
    .filter((line) => !left.has(line));
}

for (const [client, scope, place, fixture] of PLACES) {
  describe(`${client} at the ${scope}'s scope, ${fixture}`, () => {
    it('keeps what is there, once or twice, and comes back to the byte', async () => {
      const file = place();
      const before = lay(file, fixture);
      const dry = await edit(installEdit, client, scope, true);
      assert.equal(readFileSync(file, 'utf8'), before);
      await edit(installEdit, client, scope);
      const after = readFileSync(file, 'utf8');
      assert.notEqual(after, before);
      const told = dry.find((each) => each.file === file);
      assert.match(told?.diff ?? '', /^\+.*kg/m);
      if (!fixture.startsWith('cursor')) assert.deepEqual(linesLost(before, after), []);
      assert.ok(holdsAll(read(file), readText(file, before)), 'every value that was there is there');
      assert.equal(before.includes('\r\n'), after.includes('\r\n'));
      assert.equal(/[^\r]\n/.test(after) && before.includes('\r\n'), false, 'one kind of line ends');
      const again = await edit(installEdit, client, scope);
      assert.ok(again.every(({ did }) => did === 'unchanged'));
      await edit(uninstallEdit, client, scope);
      assert.equal(readFileSync(file, 'utf8'), before);
      const nothing = await edit(uninstallEdit, client, scope);
      assert.ok(nothing.every(({ did }) => did === 'unchanged'));
    });

    it('makes the file when there is none, and removes it with the folders it made', async () => {
      const before = readdirSync(work.path, { recursive: true }).length;
      await edit(installEdit, client, scope);
      const file = scope === 'project' && client === 'opencode' ? join(project, 'opencode.json') : place();
      assert.ok(existsSync(file));
      await edit(uninstallEdit, client, scope);
      assert.equal(existsSync(file), false);
      const left = readdirSync(work.path, { recursive: true }).map(String);
      const ours = left.filter((path) => path.includes(join('home', 'state')));
      assert.equal(left.length - ours.length, before, 'only the state folder is new');
    });

    it('leaves what others changed meanwhile', async () => {
      const file = place();
      lay(file, fixture);
      const original = read(file);
      await edit(installEdit, client, scope);
      const text = readFileSync(file, 'utf8');
      const changed = file.endsWith('.toml')
        ? `# mine\n${text}`
        : text.replace('{', '{ "added_meanwhile": true,');
      writeFileSync(file, changed);
      await edit(uninstallEdit, client, scope);
      const { added_meanwhile, ...rest } = read(file);
      assert.deepEqual(rest, original);
      if (!file.endsWith('.toml')) assert.equal(added_meanwhile, true);
      else assert.match(readFileSync(file, 'utf8'), /^# mine\n# Codex of the harbour team/);
    });
  });
}

describe('what is installed', () => {
  it('are both servers, each in the form of its client, without address and token', async () => {
    env = { ...env, KG_TOKEN_REQUIRED: 'true' };
    const code = { command: process.execPath, args: [resolve('bin/kg-memory-mcp.cjs')] };
    const kg = { command: process.execPath, args: [resolve('bin/kg-memory.cjs'), 'connect'] };
    const clients = ['claude-desktop', 'codex', 'gemini', 'cursor', 'vscode', 'windsurf', 'zed', 'opencode'];
    for (const client of clients) await run('install', client);
    const config = join(home, 'config');
    const servers = (file: string, key: string) => read(file)[key];
    const both = { 'kg-memory': code, kg };
    assert.deepEqual(servers(join(home, '.codex', 'config.toml'), 'mcp_servers'), both);
    assert.deepEqual(servers(join(home, '.gemini', 'settings.json'), 'mcpServers'), both);
    assert.deepEqual(servers(join(home, '.codeium', 'windsurf', 'mcp_config.json'), 'mcpServers'), both);
    assert.deepEqual(servers(join(config, 'zed', 'settings.json'), 'context_servers'), both);
    const desktop = join(config, 'Claude', 'claude_desktop_config.json');
    assert.deepEqual(servers(desktop, 'mcpServers'), { kg });
    const inWorkspace = { ...code, env: { KG_PROJECT_ROOT: `\${workspaceFolder}` } };
    assert.deepEqual(servers(join(home, '.cursor', 'mcp.json'), 'mcpServers'), {
      'kg-memory': inWorkspace,
      kg,
    });
    assert.deepEqual(servers(join(config, 'Code', 'User', 'mcp.json'), 'servers'), {
      'kg-memory': { type: 'stdio', ...inWorkspace },
      kg: { type: 'stdio', ...kg },
    });
    const local = ({ command, args }: typeof kg) => {
      return { type: 'local', command: [command, ...args], enabled: true };
    };
    assert.deepEqual(servers(join(config, 'opencode', 'opencode.jsonc'), 'mcp'), {
      'kg-memory': local(code),
      kg: local(kg),
    });
  });

  it('lie where programs with windows keep their settings', () => {
    const place = (client: string, platform: NodeJS.Platform, more: Record<string, string> = {}) => {
      const [edit] =
        CLIENTS[client]?.edits('user', { ...installationOf(), env: more, home: '/home/cook', platform }) ??
        [];
      return edit?.file;
    };
    const file = 'Claude/claude_desktop_config.json';
    assert.equal(place('claude-desktop', 'darwin'), `/home/cook/Library/Application Support/${file}`);
    assert.equal(place('claude-desktop', 'linux'), `/home/cook/.config/${file}`);
    assert.equal(place('claude-desktop', 'win32', { APPDATA: '/roaming' }), `/roaming/${file}`);
    assert.equal(place('vscode', 'darwin'), '/home/cook/Library/Application Support/Code/User/mcp.json');
  });

  it('is for Claude Code the plugin, or in a project the servers and the hooks', async () => {
    await run('install', 'claude-code');
    const { extraKnownMarketplaces, enabledPlugins } = read(join(home, '.claude', 'settings.json'));
    assert.deepEqual(extraKnownMarketplaces, {
      'kg-memory': { source: { source: 'directory', path: resolve('.') } },
    });
    assert.deepEqual(enabledPlugins, { 'kg-memory@kg-memory': true });
    const { notes } = await run('install', 'claude-code', '--scope', 'project');
    assert.match(notes.join('\n'), /hooks run twice/);
    assert.deepEqual(read(join(project, '.mcp.json')).mcpServers, {
      'kg-memory': { type: 'stdio', command: 'kg-memory-mcp', args: [] },
      kg: { type: 'stdio', command: 'kg-memory', args: ['connect'] },
    });
    const { hooks } = read(join(project, '.claude', 'settings.json'));
    assert.deepEqual(Object.keys(Object(hooks)), ['SessionStart', 'UserPromptSubmit', 'PostToolUse']);
  });

  it('says what a client that is started elsewhere would not know', async () => {
    env = { ...env, KG_HTTP_PORT: '9100' };
    const { notes } = await run('install', 'cursor');
    assert.match(notes.join('\n'), /KG_HTTP_PORT: set in this shell\..*config\/kg-memory\/config\.toml/);
    const { KG_HTTP_PORT: _, ...others } = env;
    env = others;
    assert.doesNotMatch((await run('install', 'cursor')).notes.join('\n'), /in this shell/);
  });

  it('takes the place of an entry with an address, ours of an earlier version or written by hand', async () => {
    const url = 'http://127.0.0.1:8765/mcp';
    const json = (key: string, kg: object) => JSON.stringify({ [key]: { kg } }, null, 2);
    const headers = { Authorization: 'Bearer x' };
    const gemini = join(home, '.gemini', 'settings.json');
    const windsurf = join(home, '.codeium', 'windsurf', 'mcp_config.json');
    const opencode = join(home, 'config', 'opencode', 'opencode.jsonc');
    const codex = join(home, '.codex', 'config.toml');
    const laid: readonly (readonly [client: string, file: string, text: string, key: string])[] = [
      ['gemini', gemini, json('mcpServers', { url, type: 'http', headers, trust: true }), 'mcpServers'],
      ['windsurf', windsurf, json('mcpServers', { serverUrl: url, disabled: true }), 'mcpServers'],
      ['opencode', opencode, json('mcp', { type: 'remote', url, enabled: true, headers }), 'mcp'],
      [
        'codex',
        codex,
        `[mcp_servers.kg]\nurl = "${url}"\nbearer_token_env_var = "KG_TOKEN"\nstartup_timeout_sec = 20\n\n[mcp_servers.kg.http_headers]\nTide = "high"\n`,
        'mcp_servers',
      ],
    ];
    for (const [client, file, text, key] of laid) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      await run('install', client);
      const left = Object.keys(Object(Object(read(file)[key]).kg)).sort();
      const wanted = {
        gemini: ['args', 'command', 'trust'],
        windsurf: ['args', 'command', 'disabled'],
        opencode: ['command', 'enabled', 'type'],
        codex: ['args', 'command', 'startup_timeout_sec'],
      }[client];
      assert.deepEqual(left, wanted, client);
      assert.deepEqual(
        (await run('install', client)).files.map(({ did }) => did),
        ['unchanged'],
      );
      await run('uninstall', client);
      assert.equal(readFileSync(file, 'utf8'), text);
    }
  });

  it('is brought up to date where an earlier version has written an address and others the rest', async () => {
    const file = join(home, '.cursor', 'mcp.json');
    const context = {
      client: 'cursor-user',
      stateFolder: join(home, 'state', 'kg-memory'),
      clock: systemClock,
      isDryRun: false,
    };
    const value = { url: 'http://127.0.0.1:8765/mcp', headers: { Authorization: 'Bearer x' } };
    const earlier: FileEdit = {
      file,
      language: 'json',
      entries: [{ how: 'set', path: ['mcpServers', 'kg'], value }],
    };
    const before = lay(file, 'cursor/mcp.json');
    await installEdit(earlier, context);
    // Nobody listens there.
    const nowhere = { ...env, KG_HTTP_PORT: '1' };
    const doctor = async () => (await runKgMemory(['doctor'], { cwd: project, env: nowhere })).stdout;
    assert.match(
      await doctor(),
      /- Cursor: warning: .*mcp\.json.*\n.*kg-memory install cursor brings it up to date/,
    );
    const changed = (text: string) => text.replace('"HEADLESS":"1"', '"HEADLESS":"0"');
    writeFileSync(file, changed(readFileSync(file, 'utf8')));
    await run('install', 'cursor');
    assert.deepEqual(Object.keys(Object(Object(read(file).mcpServers).kg)), ['command', 'args']);
    assert.match(await doctor(), /- memory server: ok: none runs.*\n- Cursor: ok: .*mcp\.json/);
    await run('uninstall', 'cursor');
    assert.equal(readFileSync(file, 'utf8'), changed(before));
    assert.doesNotMatch(await doctor(), /Cursor/);
  });
});

describe('an installation', () => {
  it('shows the change, makes it, says what to know, and takes it back', async () => {
    const file = join(project, '.mcp.json');
    const before = lay(file, 'claude-code/mcp.json');
    const words = ['claude-code', '--scope', 'project'];
    const dry = await runKgMemory(['install', ...words, '--dry-run'], { cwd: project, env });
    assert.match(
      dry.stdout,
      /\.mcp\.json: would be changed\n {4}--- [^\n]*\n(.*\n)* {4}\+ *\t*.*"kg-memory": \{/,
    );
    assert.equal(readFileSync(file, 'utf8'), before);
    assert.equal(existsSync(join(home, 'state')), false, 'nothing is written');
    const { notes } = await run('install', ...words);
    assert.match(notes.join('\n'), /must be on the PATH[\s\S]*started by the first client/);
    assert.equal(
      readFileSync(join(home, 'state', 'kg-memory', 'package-folder'), 'utf8'),
      `${resolve('.')}\n`,
    );
    const { files } = await run('uninstall', ...words);
    assert.deepEqual(
      files.map(({ did }) => did),
      ['changed', 'removed'],
    );
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  it('keeps what a server of its name has beside its own keys', async () => {
    const file = join(home, '.cursor', 'mcp.json');
    mkdirSync(dirname(file), { recursive: true });
    const before = '{"mcpServers": {"kg-memory": {"command": "old", "disabled": true}}}';
    writeFileSync(file, before);
    await run('install', 'cursor');
    const { command, disabled } = Object(Object(read(file).mcpServers)['kg-memory']);
    assert.deepEqual([command, disabled], [process.execPath, true]);
    await run('uninstall', 'cursor');
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  it('refuses what does not parse, what is something else, and bytes that are no text', async () => {
    const file = join(home, '.gemini', 'settings.json');
    mkdirSync(dirname(file), { recursive: true });
    for (const [text, wanted] of [
      ['{ "mcpServers": { ', /line \d+ cannot be edited/],
      ['[]', /cannot be edited: it holds no object/],
      ['{"mcpServers": []}', /mcpServers in .* is not an object/],
      ['{"theme": "\xff"}', /no UTF-8/],
      ['{"mcpServers": {}, "theme": 1, "mcpServers": {}}', /"mcpServers" stands there twice/],
      ['{"mcpServers": {"kg": {"url": "a"}, "kg": {"url": "b"}}}', /"kg" stands there twice/],
    ] as const) {
      writeFileSync(file, text, 'latin1');
      assert.match(await refused('install', 'gemini'), wanted);
      assert.equal(readFileSync(file, 'latin1'), text);
    }
    const toml = join(home, '.codex', 'config.toml');
    mkdirSync(dirname(toml), { recursive: true });
    for (const [text, wanted] of [
      ['model = ', /line 1 cannot be edited/],
      ['mcp_servers = { kg = { url = "http:\\u002f/old" } }\n', /written in/],
    ] as const) {
      writeFileSync(toml, text);
      assert.match(await refused('install', 'codex'), wanted);
      assert.equal(readFileSync(toml, 'utf8'), text);
    }
    assert.match(await refused('install', 'windsurf', '--scope', 'project'), /no settings of a project/);
    assert.match(await refused('install', 'cursr'), /Did you mean cursor/);
  });

  it('leaves alone what is read-only, a folder, and a link that leads to no file', async () => {
    const file = join(home, '.cursor', 'mcp.json');
    mkdirSync(file, { recursive: true });
    assert.match(await refused('install', 'cursor'), /cannot read .*mcp\.json: EISDIR/);
    rmSync(file, { recursive: true });
    for (const target of [join(work.path, 'nowhere.json'), file]) {
      symlinkSync(target, file);
      assert.match(await refused('install', 'cursor'), /a link that leads to no file/);
      assert.ok(lstatSync(file).isSymbolicLink());
      rmSync(file);
    }
    writeFileSync(file, '{}\n');
    chmodSync(file, 0o444);
    assert.match(await refused('install', 'cursor'), /mcp\.json is read-only/);
    assert.equal(readFileSync(file, 'utf8'), '{}\n');
  });

  it('that follows a change by others is taken back whole, with what an earlier one put in', async () => {
    const file = join(home, '.cursor', 'mcp.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{\n  "theme": "dawn"\n}\n');
    await run('install', 'cursor');
    writeFileSync(file, readFileSync(file, 'utf8').replace('dawn', 'dusk'));
    await run('install', 'cursor');
    assert.match(readFileSync(file, 'utf8'), /"connect"/);
    await run('uninstall', 'cursor');
    assert.equal(readFileSync(file, 'utf8'), '{\n  "theme": "dusk"\n}\n');
  });

  it('takes the place of an earlier one, also in lists', async () => {
    const file = join(work.path, 'hooks.json');
    const context = { client: 'ship', stateFolder: join(home, 'state'), clock: systemClock, isDryRun: false };
    const hook = (value: string): FileEdit => ({
      file,
      language: 'json',
      entries: [{ how: 'append', path: ['hooks'], value }],
    });
    // In the second round somebody adds a hook meanwhile.
    for (const others of [['mine'], ['mine', 'late']]) {
      writeFileSync(file, '{ "hooks": ["mine"] }');
      await installEdit(hook('first'), context);
      if (others.includes('late'))
        writeFileSync(file, readFileSync(file, 'utf8').replace('"first"', '"first", "late"'));
      await installEdit(hook('second'), context);
      assert.deepEqual(read(file).hooks, [...others, 'second']);
      await uninstallEdit(hook('second'), context);
      assert.deepEqual(read(file).hooks, others);
    }
  });

  it('edits what a link leads to, keeps its permissions, and backs it up', async () => {
    const target = join(work.path, 'dotfiles.json');
    const file = join(home, '.claude', 'settings.json');
    const before = lay(target, 'claude-code/settings.json');
    chmodSync(target, 0o600);
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(target, file);
    await run('install', 'claude-code');
    assert.match(readFileSync(target, 'utf8'), /kg-memory@kg-memory/);
    assert.equal(statSync(target).mode & 0o777, 0o600);
    const backups = join(home, 'state', 'kg-memory', 'backups');
    const [copy = ''] = readdirSync(backups);
    assert.equal(readFileSync(join(backups, copy), 'utf8'), before);
    await run('uninstall', 'claude-code');
    assert.equal(readFileSync(file, 'utf8'), before);
  });
});
