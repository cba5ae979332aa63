import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { providerOf } from '../src/config/llm-endpoint.js';
import { describeSettings, renderSettingsTable, renderTomlExample } from '../src/config/render.js';
import { isSettingKey, SETTING_KEYS, SETTINGS } from '../src/config/settings.js';
import { userFolder } from '../src/config/user-folders.js';
import { type Config, loadConfig } from '../src/config.js';
import { KgError } from '../src/kernel/errors.js';

let street = '';
let bakery = '';
let userConfigFolder = '';
before(() => {
  street = realpathSync.native(mkdtempSync(path.join(tmpdir(), 'kg-config-')));
});
after(() => rmSync(street, { recursive: true, force: true }));
beforeEach(() => {
  bakery = mkdtempSync(path.join(street, 'bakery-'));
  userConfigFolder = mkdtempSync(path.join(street, 'user-'));
});

type Variables = Record<string, string>;

function load(env: Variables = {}, flags: Variables = {}): Promise<Config> {
  return loadConfig({
    flags,
    env: { HOME: path.join(street, 'home'), ...env },
    cwd: bakery,
    userConfigFolder,
  });
}

function writeProject(...lines: string[]): void {
  writeFileSync(path.join(bakery, 'kg-memory.toml'), lines.join('\n'));
}

function writeUser(...lines: string[]): void {
  writeFileSync(path.join(userConfigFolder, 'config.toml'), lines.join('\n'), { mode: 0o600 });
}

async function failure(loading: Promise<Config>, code: KgError['code'] = 'bad-setting'): Promise<string> {
  try {
    await loading;
  } catch (error) {
    assert.ok(error instanceof KgError, String(error));
    assert.equal(error.code, code);
    assert.ok(error.hint !== undefined);
    return error.message;
  }
  return assert.fail('it loaded');
}

function origins(config: Config): Record<string, string> {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, config.origins[key].where]));
}

describe('loadConfig', () => {
  it('has defaults that leave the choice open where nothing was set', async () => {
    const config = await load();
    assert.deepEqual(
      { ...config, origins: undefined },
      {
        root: bakery,
        sourceDirs: undefined,
        adrDirs: undefined,
        adrPattern: undefined,
        configPaths: undefined,
        indexFile: path.join(bakery, '.kg-index.json'),
        watchEnabled: true,
        llm: {
          enabled: false,
          model: 'claude-sonnet-4-6',
          provider: 'anthropic',
          concurrency: 5,
          timeoutSeconds: 120,
          sources: ['adr', 'config'],
        },
        aliases: [],
        origins: undefined,
        warnings: [],
        userConfigFolder,
        userCacheFolder: path.join(street, 'home/.cache/kg-memory'),
      },
    );
    assert.equal(config.origins.project_root.where, 'the working directory');
  });

  it('takes flags over variables over the project over the user over defaults, and says which', async () => {
    writeUser(
      'llm_concurrency = 1',
      'adr_dir = "user"',
      'index_file = "user.json"',
      'llm_sources = ["readme"]',
    );
    writeProject('# ours', 'llm_concurrency = 2', 'adr_dir = "project"', '"index_file" = "project.json"');
    const config = await load({ KG_LLM_CONCURRENCY: '3', KG_ADR_DIR: 'env' }, { llm_concurrency: '4' });
    assert.equal(config.llm.concurrency, 4);
    assert.deepEqual(config.adrDirs, ['env']);
    assert.equal(config.indexFile, path.join(bakery, 'project.json'));
    assert.deepEqual(config.llm.sources, ['readme']);
    const { llm_concurrency, adr_dir, index_file, llm_sources, watch_enabled } = origins(config);
    assert.deepEqual(
      [llm_concurrency, adr_dir, index_file, llm_sources, watch_enabled],
      [
        '--llm-concurrency',
        'KG_ADR_DIR',
        'kg-memory.toml:4',
        `${path.join(userConfigFolder, 'config.toml')}:4`,
        'default',
      ],
    );
  });

  it('reads every kind of value as text and as TOML writes it', async () => {
    const texts = await load({
      KG_SOURCE_DIRS: ' src/ , ./lib,,src ',
      KG_ADR_DIR: 'None',
      KG_ADR_PATTERN: String.raw`^\d{4}(-[a-z]+)+\.md$`,
      KG_CONFIG_PATH: 'AGENTS.md',
      KG_WATCH_ENABLED: 'off',
      KG_LLM_ENABLED: 'YES',
      KG_LLM_SOURCES: 'ADR,docstrings',
      KG_LLM_BASE_URL: 'http://localhost:4000/v1/',
    });
    writeProject(
      'source_dirs = [',
      '  "src", "lib"',
      ']',
      'adr_dir = "none"',
      `adr_pattern = '^\\d{4}(-[a-z]+)+\\.md$'`,
      'config_path = ["AGENTS.md"]',
      'watch_enabled = false',
      'llm_enabled = "on"',
      'llm_sources = "adr, docstrings"',
    );
    writeUser('llm_base_url = "http://localhost:4000/v1"');
    const toml = await load();
    assert.deepEqual({ ...toml, origins: 0 }, { ...texts, origins: 0 });
    assert.deepEqual(texts.sourceDirs, ['src', 'lib']);
    assert.deepEqual(texts.adrDirs, []);
    assert.equal(texts.llm.baseUrl, 'http://localhost:4000/v1');
  });

  it('takes an empty value for one that is not set', async () => {
    const config = await load({
      KG_SOURCE_DIRS: '',
      KG_LLM_API_KEY: ' ',
      KG_PROJECT_ROOT: '',
      CLAUDE_PROJECT_DIR: '',
    });
    assert.equal(config.sourceDirs, undefined);
    assert.equal(config.llm.apiKey, undefined);
    assert.equal(config.root, bakery);
  });

  it('cannot be changed afterwards', async () => {
    const config = await load({ KG_SOURCE_DIRS: 'src' });
    assert.throws(() => Object.assign(config.llm, { enabled: true }), TypeError);
    assert.throws(() => Object.assign(config.sourceDirs ?? {}, ['lib']), TypeError);
    assert.throws(() => Object.assign(config.origins.source_dirs, { where: 'elsewhere' }), TypeError);
  });
});

describe('the project root', () => {
  it('is the flag, else KG_PROJECT_ROOT, else CLAUDE_PROJECT_DIR, else the working directory', async () => {
    for (const name of ['flag', 'own', 'client', 'home/till'])
      mkdirSync(path.join(bakery, name), { recursive: true });
    const HOME = path.join(bakery, 'home');
    const env = {
      HOME,
      KG_PROJECT_ROOT: path.join(bakery, 'own'),
      CLAUDE_PROJECT_DIR: path.join(bakery, 'client'),
    };
    assert.equal((await load(env, { project_root: 'flag' })).root, path.join(bakery, 'flag'));
    assert.equal((await load(env)).root, path.join(bakery, 'own'));
    const byClient = await load({ ...env, KG_PROJECT_ROOT: '' });
    assert.equal(byClient.root, path.join(bakery, 'client'));
    assert.deepEqual(byClient.origins.project_root, { kind: 'env', where: 'CLAUDE_PROJECT_DIR' });
    assert.equal((await load({ ...env, KG_PROJECT_ROOT: '~/till' })).root, path.join(bakery, 'home/till'));
  });

  it('is not searched upwards', async () => {
    mkdirSync(path.join(bakery, '.git'));
    mkdirSync(path.join(bakery, 'cellar'));
    const config = await loadConfig({
      env: { HOME: street },
      cwd: path.join(bakery, 'cellar'),
      userConfigFolder,
    });
    assert.equal(config.root, path.join(bakery, 'cellar'));
  });

  it('must be a folder that may be indexed', async () => {
    assert.match(await failure(load({ KG_PROJECT_ROOT: '/' }), 'bad-root'), /whole disk/);
    assert.match(await failure(load({ HOME: bakery }), 'bad-root'), /home directory/);
    assert.match(await failure(load({}, { project_root: 'sold' }), 'bad-root'), /sold does not exist/);
  });

  it('is not a placeholder that the client left as it was', async () => {
    const config = await load({ KG_PROJECT_ROOT: `\${CLAUDE_PROJECT_DIR}` });
    assert.equal(config.root, bakery);
    assert.match(
      config.warnings[0] ?? '',
      /KG_PROJECT_ROOT=\$\{CLAUDE_PROJECT_DIR\}: your client has not replaced/,
    );
    const message = await failure(load({ KG_PROJECT_ROOT: `\${workspaceFolder}/src` }), 'bad-root');
    assert.match(message, /KG_PROJECT_ROOT=\$\{workspaceFolder\}/);
  });
});

describe('a bad value', () => {
  it('stops the run and is named with its place and what is allowed', async () => {
    const cases: [env: Variables, message: string][] = [
      [{ KG_LLM_CONCURRENCY: '0' }, 'KG_LLM_CONCURRENCY=0: it must be a whole number from 1 to 64'],
      [{ KG_LLM_CONCURRENCY: '2.5' }, 'KG_LLM_CONCURRENCY=2.5: it must be a whole number from 1 to 64'],
      [{ KG_WATCH_ENABLED: 'maybe' }, 'KG_WATCH_ENABLED=maybe: it must be true or false'],
      [
        { KG_LLM_SOURCES: 'adr,tests' },
        'KG_LLM_SOURCES=adr,tests: it may hold adr, config, docstrings, readme',
      ],
      [{ KG_SOURCE_DIRS: ',' }, 'KG_SOURCE_DIRS=,: it must name at least one'],
      [
        { KG_SOURCE_DIRS: 'src,../mill' },
        `KG_SOURCE_DIRS=src,../mill: ../mill lies outside the project root ${bakery}`,
      ],
      [
        { KG_ADR_PATTERN: '(a' },
        'KG_ADR_PATTERN=(a: it must be a regular expression without look-around, but /(a/: Unterminated group',
      ],
      [
        { KG_LLM_MODEL: 'gpt\nkey' },
        String.raw`KG_LLM_MODEL=gpt\nkey: it must be one line without control characters`,
      ],
      [
        { KG_LLM_BASE_URL: 'user:pass@host' },
        'KG_LLM_BASE_URL: it must be an address that begins with http:// or https://',
      ],
    ];
    for (const [env, message] of cases) assert.equal(await failure(load(env)), message);
  });

  it('in a file is named with its line', async () => {
    const cases: [line: string, message: string][] = [
      ['watch_enabled = 1', 'watch_enabled = 1: it must be true or false'],
      ['llm_concurrency = [5]', 'llm_concurrency = [5]: it must be a whole number from 1 to 64'],
      ['source_dirs = [1]', 'source_dirs = 1: it must be text'],
      ['source_dirs = true', 'source_dirs = true: it must be a list, such as ["a", "b"]'],
      ['source_dirs = []', 'source_dirs = []: it must name at least one'],
      [
        "adr_pattern = '(x+)\\1'",
        String.raw`adr_pattern = (x+)\1: it must be a regular expression without look-around, but it refers back to a group, which cannot be matched safely`,
      ],
      ['llm_model = 2026-01-01', 'llm_model = "2026-01-01": it must be text'],
    ];
    for (const [line, message] of cases) {
      writeProject('# line 1', '', line);
      assert.equal(await failure(load()), `kg-memory.toml:3: ${message}`);
    }
  });

  it('that is no TOML is named with line and column', async () => {
    writeProject('watch_enabled = true', 'source_dirs = ["src"');
    assert.match(await failure(load()), /^kg-memory\.toml:2:\d+: ./);
    writeProject('llm_model = "a"', 'llm_model = "b"');
    assert.match(await failure(load()), /^kg-memory\.toml:2:\d+: /);
    writeUser('llm_api_key = sk-sourdough-secret');
    rmSync(path.join(bakery, 'kg-memory.toml'));
    const message = await failure(load());
    assert.ok(message.startsWith(`${path.join(userConfigFolder, 'config.toml')}:1:`));
    assert.ok(!message.includes('sourdough'));
  });

  it('may be the file itself', async () => {
    mkdirSync(path.join(bakery, 'kg-memory.toml'));
    assert.match(await failure(load()), /cannot read kg-memory\.toml \(EISDIR\)/);
  });

  it('may be no file, or one that is too large', async () => {
    const file = path.join(bakery, 'kg-memory.toml');
    writeProject('#'.repeat(1_000_001));
    assert.match(await failure(load()), /cannot read kg-memory\.toml \(it has more than 1 MB\)/);
    rmSync(file);
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [file]);
    assert.match(await failure(load()), /cannot read kg-memory\.toml \(it is no regular file\)/);
    rmSync(file);
    symlinkSync('/dev/zero', file);
    assert.match(await failure(load()), /cannot read kg-memory\.toml \(it is no regular file\)/);
  });

  it('shows a value that is of another kind as it was written', async () => {
    writeProject('llm_concurrency = nan');
    assert.match(await failure(load()), /llm_concurrency = NaN: it must be a whole number from 1 to 64/);
    writeProject('index_file = 5');
    assert.equal(await failure(load()), 'kg-memory.toml:1: index_file = 5: it must be text');
  });
});

describe('what cannot be meant', () => {
  it('is a warning with the nearest known name', async () => {
    writeProject(
      'source_dir = "src"',
      'KG_ADR_DIR = "adr"',
      'sourdough = 1',
      '[llm]',
      'enabled = true',
      '[tool.other]',
      'x = 1',
    );
    const config = await load({ KG_SORCE_DIRS: 'src', KG_RYE: '1', KG_HTTP_PORT: '8765', KGB: 'x' });
    assert.deepEqual(config.warnings, [
      'KG_RYE: unknown variable',
      'KG_SORCE_DIRS: unknown variable; did you mean KG_SOURCE_DIRS?',
      'kg-memory.toml:1: unknown setting source_dir; did you mean source_dirs?',
      'kg-memory.toml:2: unknown setting KG_ADR_DIR; did you mean adr_dir?',
      'kg-memory.toml:3: unknown setting sourdough',
      'kg-memory.toml:4: unknown table [llm]; settings stand at the top: llm_enabled = …',
      'kg-memory.toml: unknown table [tool]; the only one is [aliases]',
    ]);
  });
});

describe('a file that is meant for something else', () => {
  it('is told by its first keys and how many follow', async () => {
    const keys = Array.from({ length: 20_000 }, (_, loaf) => `loaf_${loaf} = ${loaf}`);
    writeProject(...keys, 'watch_enabled = false', 'text = """', `[${' '.repeat(100_000)}`, '"""');
    const config = await load();
    assert.equal(config.watchEnabled, false);
    assert.equal(config.origins.watch_enabled.where, 'kg-memory.toml:20001');
    assert.equal(config.warnings.length, 21);
    assert.equal(config.warnings[19], 'kg-memory.toml:20: unknown setting loaf_19');
    assert.equal(config.warnings[20], 'kg-memory.toml: 19981 more unknown settings');
  });
});

describe("a project's own file", () => {
  it('does not choose where texts and keys are sent, nor the root', async () => {
    writeProject(
      'llm_base_url = "https://thief.example"',
      'llm_api_key = "sk-planted"',
      'project_root = "/"',
      'llm_enabled = true',
      'llm_model = "openrouter/thief/model"',
    );
    const config = await load({ OPENROUTER_API_KEY: 'sk-router', ANTHROPIC_API_KEY: 'sk-own' });
    assert.equal(config.llm.enabled, true);
    assert.equal(config.llm.model, 'openrouter/thief/model');
    assert.equal(config.llm.provider, 'anthropic');
    assert.equal(config.llm.baseUrl, undefined);
    assert.equal(config.llm.apiKey?.reveal(), 'sk-own');
    assert.equal(config.root, bakery);
    assert.deepEqual(
      config.warnings.map((line) => line.split(' is ignored')[0]),
      ['kg-memory.toml:1: llm_base_url', 'kg-memory.toml:2: llm_api_key', 'kg-memory.toml:3: project_root'],
    );
    assert.ok(config.warnings[0]?.includes(`set KG_LLM_BASE_URL, or put it into ${userConfigFolder}`));
    assert.ok(!inspect(config, { depth: null }).includes('planted'));
  });

  it('does not choose paths outside the root, by whatever way, nor overwrite other files', async () => {
    mkdirSync(path.join(street, 'cellar'), { recursive: true });
    symlinkSync(path.join(street, 'cellar'), path.join(bakery, 'stairs'));
    const cases: [line: string, objection: string][] = [
      ['source_dirs = ["src", "../mill"]', '../mill lies outside the project root'],
      ['adr_dir = "/etc"', '/etc lies outside the project root'],
      ['adr_dir = "~/adr"', '~/adr lies outside the project root'],
      ['config_path = "stairs/CLAUDE.md"', 'stairs/CLAUDE.md lies outside the project root'],
      ['index_file = "stairs/new/index.json"', 'stairs/new/index.json lies outside the project root'],
      [
        'index_file = ".git/config.json"',
        '.git/config.json is not a name for an index (it must end in .json)',
      ],
      ['index_file = "Makefile"', 'Makefile is not a name for an index (it must end in .json)'],
    ];
    for (const [line, objection] of cases) {
      writeProject(line);
      const config = await load();
      const key = line.split(' ')[0] ?? '';
      assert.ok(isSettingKey(key));
      assert.deepEqual(config.warnings, [
        `kg-memory.toml:1: ${key} is ignored: ${objection}; set ${SETTINGS[key].env} if it is meant`,
      ]);
      assert.equal(config.origins[key].kind, 'default');
    }
  });

  it('may say all of that in the environment', async () => {
    const config = await load({
      KG_ADR_DIR: '../adr',
      KG_INDEX_FILE: path.join(street, 'kg.json'),
      KG_CONFIG_PATH: '~/A.md',
    });
    assert.deepEqual(config.adrDirs, [path.join(street, 'adr')]);
    assert.equal(config.indexFile, path.join(street, 'kg.json'));
    assert.deepEqual(config.configPaths, [path.join(street, 'home/A.md')]);
    assert.deepEqual(config.warnings, []);
  });

  it('takes no name for the index that could be a source or a device', async () => {
    for (const name of ['src/ok.py', '/dev/null', 'kg']) {
      await assert.rejects(load({ KG_INDEX_FILE: name }), (error) => {
        return error instanceof KgError && error.code === 'bad-setting' && error.message.includes(name);
      });
    }
  });

  it('names paths inside the root in any way', async () => {
    writeProject(`source_dirs = [${JSON.stringify(path.join(bakery, 'src'))}, "lib/../lib2", "."]`);
    assert.deepEqual((await load()).sourceDirs, ['src', 'lib2', '.']);
  });
});

describe('the language model', () => {
  it('is reached at the endpoint of its provider, with the key that belongs there', async () => {
    const cases: [env: Variables, provider: string, baseUrl: string | undefined, key: string | undefined][] =
      [
        [{}, 'anthropic', undefined, 'own-a'],
        [{ KG_LLM_MODEL: 'openai/gpt-4o-mini' }, 'openai', undefined, 'own-o'],
        [{ KG_LLM_MODEL: 'ollama/qwen3' }, 'ollama', undefined, undefined],
        [{ KG_LLM_API_KEY: 'named' }, 'anthropic', undefined, 'named'],
        [{ OPENAI_BASE_URL: 'http://proxy' }, 'anthropic', 'http://proxy', 'own-o'],
        [
          { OPENAI_BASE_URL: 'http://proxy', KG_LLM_BASE_URL: 'http://named' },
          'anthropic',
          'http://named',
          'own-a',
        ],
      ];
    for (const [env, provider, baseUrl, key] of cases) {
      const { llm } = await load({ ANTHROPIC_API_KEY: 'own-a', OPENAI_API_KEY: 'own-o', ...env });
      assert.deepEqual(
        [llm.provider, llm.baseUrl, llm.apiKey?.reveal()],
        [provider, baseUrl, key],
        inspect(env),
      );
    }
  });

  it('is told apart by its name', () => {
    const names = [
      'claude-sonnet-4-6',
      'gemini-2.5-pro',
      'gpt-4o',
      'Anthropic/claude',
      'mistral/large',
      'openrouter/x/y',
    ];
    assert.deepEqual(names.map(providerOf), [
      'anthropic',
      'gemini',
      'openai',
      'anthropic',
      'openai',
      'openrouter',
    ]);
  });

  it('has a key that nothing shows', async () => {
    writeUser('llm_api_key = "sk-levain"', 'llm_base_url = "https://baker:dough@llm.example/v1?token=crumb"');
    const config = await load();
    const shown = [
      inspect(config, { depth: null, showHidden: true }),
      JSON.stringify(config.llm.apiKey),
      `${config.llm.apiKey}`,
      inspect(structuredClone({ ...config.llm }), { showHidden: true }),
    ];
    for (const text of shown) assert.ok(!text.includes('levain'), text);
    const lines = describeSettings(config);
    const line = (key: string) => lines.find((each) => each.key === key);
    assert.equal(line('llm_api_key')?.value, 'set');
    assert.equal(line('llm_base_url')?.value, 'https://llm.example/v1');
    assert.equal(config.llm.apiKey?.reveal(), 'sk-levain');
    assert.deepEqual(config.warnings, []);
  });

  it('has a key in a file that others can read only with a warning', async () => {
    if (process.platform === 'win32') return;
    writeUser('llm_api_key = "sk-levain"');
    chmodSync(path.join(userConfigFolder, 'config.toml'), 0o644);
    assert.match((await load()).warnings[0] ?? '', /others can read it: chmod 600/);
  });
});

describe('aliases', () => {
  it('of the user and the project are joined, the project’s own first', async () => {
    writeUser('[aliases]', 'kg = "knowledge graph"', 'poc = "proof of concept"');
    writeProject('[aliases]', 'kg = "kitchen group"', '"__proto__" = "prototype"');
    assert.deepEqual((await load()).aliases, [
      ['__proto__', 'prototype'],
      ['kg', 'kitchen group'],
      ['poc', 'proof of concept'],
    ]);
  });

  it('stand for text', async () => {
    writeProject('[aliases]', 'kg = "knowledge graph"', 'rye = 4');
    assert.equal(await failure(load()), 'kg-memory.toml:3: the alias rye must stand for a text');
    writeProject('aliases = "kg"');
    assert.equal(await failure(load()), 'kg-memory.toml:1: aliases must be a table');
  });
});

describe('the folders of a user', () => {
  it('follow the XDG specification, and Windows', () => {
    const cases: [
      purpose: 'config' | 'cache',
      env: Variables,
      platform: NodeJS.Platform,
      expected: string,
    ][] = [
      ['config', { HOME: '/home/ada' }, 'linux', '/home/ada/.config/kg-memory'],
      ['cache', { HOME: '/home/ada' }, 'darwin', '/home/ada/.cache/kg-memory'],
      ['config', { HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' }, 'linux', '/etc/ada/kg-memory'],
      ['config', { HOME: '/home/ada', XDG_CONFIG_HOME: 'relative' }, 'linux', '/home/ada/.config/kg-memory'],
      [
        'config',
        { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
        'win32',
        'C:\\Users\\ada\\AppData\\Roaming\\kg-memory',
      ],
      ['cache', { LOCALAPPDATA: 'C:\\Users\\ada\\Local' }, 'win32', 'C:\\Users\\ada\\Local\\kg-memory'],
    ];
    for (const [purpose, env, platform, expected] of cases)
      assert.equal(userFolder(purpose, env, platform), expected);
  });
});

describe('what is generated from the table of settings', () => {
  it('is the example on the disk', () => {
    assert.equal(readFileSync('kg-memory.toml.example', 'utf8'), renderTomlExample());
  });

  it('is an example that changes nothing as it is, and parses to the defaults when every line is taken', async () => {
    const standard = await load();
    writeProject(renderTomlExample());
    assert.deepEqual(await load(), standard);

    const lines = renderTomlExample().split('\n');
    const taken = lines.map((line) =>
      isSettingKey(/^# (\w+) = /.exec(line)?.[1] ?? '') ? line.slice(2) : line,
    );
    writeProject(...taken);
    const config = await load();
    assert.deepEqual(config.warnings, []);
    assert.deepEqual({ ...config.llm }, { ...standard.llm });
    const values = (of: Config) => describeSettings(of).map(({ env, value }) => [env, value]);
    assert.deepEqual(values(config), values(standard));
    for (const key of SETTING_KEYS.filter((each) => SETTINGS[each].file === 'project')) {
      assert.equal(config.origins[key].kind, 'project', key);
    }
  });

  it('is a table with a row for every setting', () => {
    const table = renderSettingsTable();
    const rows = table.trimEnd().split('\n').slice(2);
    assert.equal(rows.length, SETTING_KEYS.length);
    for (const row of rows)
      assert.match(row, /^\| `KG_[A-Z_]+` \| .+ \| (project, user|user only|no) \| .+\. \|$/);
    assert.ok(table.includes(String.raw`| \`^\d{4}-.+\.md$\` |`.replaceAll('\\`', '`')));
  });
});
