/**
 * The plugin as Claude Code checks it (`claude plugin validate --strict`): manifest, marketplace, hooks, servers, skills; and
 * its launcher, which must find the package wherever a host keeps the plugin, and be silent where there is none.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EVENTS } from '../../src/hook/events.js';
import { MEMORY_TOOLS } from '../../src/serve/memory/tools/all.js';
import { createWorkFolder, isolatedEnvironment } from '../support/run-bin.js';

const { version, license } = JSON.parse(readFileSync('package.json', 'utf8'));
const json = (file: string) => JSON.parse(readFileSync(join('plugin', file), 'utf8'));

// What the host knows; anything else is refused by its check.
const HOST_EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'SubagentStart'];
const MANIFEST_FIELDS = ['name', 'version', 'description', 'author', 'license', 'keywords', 'network'];
const HOOK_FIELDS = ['type', 'command', 'args', 'timeout'];
// Longer ones are cut by the host without a word.
const DESCRIPTION_CHARS_MAX = 1_536;

describe('the plugin', () => {
  it('has a manifest of known fields with the version of the package', () => {
    const manifest = json('.claude-plugin/plugin.json');
    assert.deepEqual(
      Object.keys(manifest).filter((field) => !MANIFEST_FIELDS.includes(field)),
      [],
    );
    assert.deepEqual([manifest.name, manifest.version, manifest.license], ['kg-memory', version, license]);
    assert.ok(manifest.description.length > 20 && typeof manifest.author.name === 'string');
  });

  it('is in a marketplace that points to it', () => {
    const { name, owner, plugins } = JSON.parse(readFileSync('.claude-plugin/marketplace.json', 'utf8'));
    assert.match(name, /^[a-z][a-z0-9-]*$/);
    assert.ok(owner.name.length > 0);
    const [plugin, ...others] = plugins;
    assert.deepEqual(others, []);
    assert.deepEqual([plugin.name, plugin.version], ['kg-memory', version]);
    assert.ok(existsSync(join(plugin.source, '.claude-plugin', 'plugin.json')));
  });

  it('has hooks for events the host knows, each a program with words, that ends in time', () => {
    const { description, hooks, ...rest } = json('hooks/hooks.json');
    assert.deepEqual(rest, {});
    assert.ok(description.length > 10);
    assert.deepEqual(Object.keys(hooks), HOST_EVENTS);
    for (const [event, groups] of Object.entries<Record<string, unknown>[]>(hooks)) {
      assert.equal(groups.length, 1);
      const [{ matcher, hooks: inner, ...more } = {}] = groups;
      assert.deepEqual(more, {});
      assert.equal(matcher, event === 'PostToolUse' ? 'Read|WebFetch|WebSearch' : undefined);
      for (const hook of inner as Record<string, unknown>[]) {
        assert.deepEqual(Object.keys(hook), HOOK_FIELDS);
        const [launcher, program, word, name] = hook.args as string[];
        assert.deepEqual(
          [hook.type, hook.command, launcher, program, word],
          ['command', 'node', `\${CLAUDE_PLUGIN_ROOT}/run.cjs`, 'kg-memory', 'hook'],
        );
        assert.equal(EVENTS[name ?? '']?.hostName, event);
        assert.ok(Number(hook.timeout) >= 2 && Number(hook.timeout) <= 5);
      }
    }
  });

  it('brings both servers', () => {
    const { mcpServers } = json('.mcp.json');
    assert.deepEqual(Object.keys(mcpServers), ['kg-memory', 'kg']);
    for (const [name, words] of [
      ['kg-memory', ['kg-memory-mcp']],
      ['kg', ['kg-memory', 'connect']],
    ] as const) {
      const args = [`\${CLAUDE_PLUGIN_ROOT}/run.cjs`, ...words];
      assert.deepEqual(mcpServers[name], { type: 'stdio', command: 'node', args });
    }
  });

  it('has four skills that name only tools there are', () => {
    const skills = readdirSync('plugin/skills').sort();
    assert.deepEqual(skills, ['kg-capture', 'kg-core', 'kg-maintain', 'kg-recall']);
    const tools = new Set<string>(MEMORY_TOOLS.map(({ name }) => name));
    for (const skill of skills) {
      const text = readFileSync(join('plugin', 'skills', skill, 'SKILL.md'), 'utf8');
      const [, name, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
      assert.equal(name, skill);
      assert.ok(description.length > 50 && description.length <= DESCRIPTION_CHARS_MAX);
      for (const [word] of text.matchAll(/\bkg_[a-z_]+\b/g)) {
        if (word !== 'kg_') assert.ok(tools.has(word), `${skill} names ${word}`);
      }
    }
  });

  it('has a README of some words', () => {
    assert.ok(readFileSync('plugin/README.md', 'utf8').split(/\s+/).length >= 40);
  });
});

describe('its launcher', () => {
  const work = createWorkFolder('plugin');
  const cached = join(work.path, 'cache', 'kg-memory', version);
  const home = join(work.path, 'home');
  let env: Record<string, string>;
  before(() => {
    cpSync('plugin', cached, { recursive: true });
    env = isolatedEnvironment(home);
  });
  after(() => work.remove());

  function run(folder: string, words: readonly string[], more: Record<string, string> = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'run.cjs'), ...words], {
      encoding: 'utf8',
      env: { ...env, PATH: '', ...more },
      input: '',
    });
    return { status, stdout, stderr };
  }

  const found = { status: 0, stdout: `${version}\n`, stderr: '' };

  it('finds the package around the plugin', () => {
    assert.deepEqual(run('plugin', ['kg-memory', '--version']), found);
  });

  it('finds it from elsewhere by a variable, by what install wrote down, and behind the command', () => {
    const words = ['kg-memory', '--version'];
    assert.deepEqual(run(cached, words, { KG_MEMORY_PACKAGE: resolve('.') }), found);
    const bin = join(work.path, 'bin');
    mkdirSync(bin);
    symlinkSync(resolve('bin/kg-memory.cjs'), join(bin, 'kg-memory'));
    assert.deepEqual(run(cached, words, { PATH: bin }), found);
    mkdirSync(join(home, 'state', 'kg-memory'), { recursive: true });
    const note = join(home, 'state', 'kg-memory', 'package-folder');
    writeFileSync(note, `${resolve('.')}\n`);
    assert.deepEqual(run(cached, words), found);
    assert.deepEqual(run(cached, ['kg-memory', 'hook', 'post-tool-use']), {
      status: 0,
      stdout: '',
      stderr: '',
    });
    assert.deepEqual(run(cached, ['kg-memory', 'connect', '--version']), {
      status: 2,
      stdout: '',
      stderr: 'error: kg-memory connect takes no argument "--version"; see --help\n',
    });
    writeFileSync(note, '/nowhere\n');
  });

  it('is silent for a hook where there is no package, and says what to do for a server', () => {
    assert.deepEqual(run(cached, ['kg-memory', 'hook', 'session-start']), {
      status: 0,
      stdout: '',
      stderr: '',
    });
    const { status, stdout, stderr } = run(cached, ['kg-memory-mcp']);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /npm install --global kg-memory/);
  });
});
