/** The agent memory's settings: where each may stand, what is refused, and who gets the token without asking. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { loadMemoryConfig } from '../../src/config/memory-config.js';
import { createWorkFolder, runKgMemory } from '../support/run-bin.js';

const work = createWorkFolder('memory-config');
const file = join(work.path, 'kg-memory', 'config.toml');
const ENV = { HOME: '/home/baker', XDG_STATE_HOME: '/state', XDG_CONFIG_HOME: work.path };
const read = (env: Record<string, string> = {}, flags = {}) =>
  loadMemoryConfig({ env: { ...ENV, ...env }, flags, cwd: '/srv' });

beforeEach(() => {
  mkdirSync(join(work.path, 'kg-memory'), { recursive: true });
  writeFileSync(file, '');
});
after(() => work.remove());

describe('the settings of the memory', () => {
  it('have their defaults', async () => {
    const { origins, ...config } = await read();
    assert.deepEqual(config, {
      storageRoot: '/home/baker/.knowledge-graph',
      host: '127.0.0.1',
      port: 8765,
      isTokenRequired: false,
      tokenFile: join(work.path, 'kg-memory', 'token'),
      allowedHosts: [],
      gracePeriodDays: 5,
      orphanGraceDays: 365,
      saveIntervalSeconds: 30,
      reminders: 'staged',
      hasSubagentPreload: false,
      hookWaitMs: 900,
      logLevel: 'normal',
      stateFolder: '/state/kg-memory',
      warnings: [],
    });
    assert.ok(Object.values(origins).every(({ kind }) => kind === 'default'));
  });

  it("come from a flag before a variable before the user's file", async () => {
    writeFileSync(
      file,
      'http_port = 9100\nsave_interval = 5\nstorage_root = "~/memory"\ntoken_file = "here"\nallowed_hosts = ["bakery.local", "[fe80::1]"]\n[aliases]\n',
    );
    const config = await read({ KG_SAVE_INTERVAL: '6', KG_LOG_LEVEL: 'DEBUG' }, { http_port: '9200' });
    assert.deepEqual(
      [config.port, config.saveIntervalSeconds, config.storageRoot, config.logLevel],
      [9200, 6, '/home/baker/memory', 'verbose'],
    );
    assert.equal(config.tokenFile, join(work.path, 'kg-memory', 'here'), 'as seen from the file');
    assert.deepEqual(config.allowedHosts, ['bakery.local', 'fe80::1']);
    const { http_port, save_interval, storage_root, grace_period_days } = config.origins;
    assert.deepEqual(
      [http_port, save_interval, storage_root, grace_period_days].map(({ where }) => where),
      ['--http-port', 'KG_SAVE_INTERVAL', `${file}:3`, 'default'],
    );
    assert.equal((await read({}, { storage_root: 'memory' })).storageRoot, '/srv/memory');
  });

  it('ask for the token when others can reach the server', async () => {
    assert.equal((await read({ KG_HTTP_HOST: '0.0.0.0' })).isTokenRequired, true);
    assert.equal((await read({ KG_HTTP_HOST: 'localhost' })).isTokenRequired, false);
  });

  for (const [name, value, wanted] of [
    ['KG_HTTP_PORT', '70000', /KG_HTTP_PORT=70000: it must be a whole number from 0 to 65535/],
    ['KG_GRACE_PERIOD_DAYS', 'five', /KG_GRACE_PERIOD_DAYS=five/],
    ['KG_HTTP_HOST', '127.0.0.1:80', /without a port/],
    ['KG_TOKEN_REQUIRED', 'maybe', /true or false/],
    ['KG_LOG_LEVEL', 'loud', /quiet, normal, verbose/],
    ['KG_STORAGE_ROOT', 'a\u0007b', /without control characters/],
  ] as const) {
    it(`refuse ${name}=${JSON.stringify(value)}`, async () => {
      await assert.rejects(read({ [name]: value }), { code: 'bad-setting', message: wanted });
    });
  }

  it('say where a wrong one stands in a file, and what is not heeded', async () => {
    writeFileSync(file, '# mine\nhttp_port = "many"\n');
    await assert.rejects(read(), { code: 'bad-setting', message: /config\.toml:2: http_port = many: / });
    writeFileSync(file, 'http_prt = 9000\n');
    const { warnings } = await read({ KG_AUTOCOMMIT_INTERVAL: '900', KG_HTTP_PROT: '1' });
    assert.ok(warnings.includes('KG_HTTP_PROT: unknown variable; did you mean KG_HTTP_PORT?'));
    assert.match(warnings.join('\n'), /unknown setting http_prt; did you mean http_port\?\n.*is not heeded/s);
  });

  it("are the user's: a project's file cannot hold them", async () => {
    const project = join(work.path, 'project');
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, 'kg-memory.toml'), 'storage_root = "/elsewhere"\nhttp_port = 1\n');
    const { code, stdout, stderr } = await runKgMemory(['config'], { cwd: project });
    assert.equal(code, 0);
    assert.match(stderr, /kg-memory\.toml:1: storage_root is ignored: the agent memory is the user's/);
    assert.match(stdout, /- http_port = `8765` \(default\)/);
  });
});
