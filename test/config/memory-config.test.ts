/** The memory server's settings: where each may stand, what is refused, and who gets the token without asking. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMemoryConfig } from '../../src/config/memory-config.js';

const ENV = { HOME: '/home/baker', XDG_STATE_HOME: '/state', XDG_CONFIG_HOME: '/config' };
const read = (env: Record<string, string> = {}, flags = {}) =>
  readMemoryConfig({ ...ENV, ...env }, flags, '/srv');

describe('the settings of the memory', () => {
  it('have their defaults', () => {
    assert.deepEqual(read(), {
      storageRoot: '/home/baker/.knowledge-graph',
      host: '127.0.0.1',
      port: 8765,
      isTokenRequired: false,
      tokenFile: '/config/kg-memory/token',
      allowedHosts: [],
      gracePeriodDays: 5,
      orphanGraceDays: 365,
      saveIntervalSeconds: 30,
      logLevel: 'normal',
      stateFolder: '/state/kg-memory',
    });
  });

  it('come from a flag before a variable', () => {
    const config = read(
      { KG_HTTP_PORT: '9000', KG_STORAGE_ROOT: '~/memory', KG_LOG_LEVEL: 'DEBUG' },
      { http_port: '9001' },
    );
    assert.deepEqual(
      [config.port, config.storageRoot, config.logLevel],
      [9001, '/home/baker/memory', 'verbose'],
    );
    assert.equal(read({}, { storage_root: 'memory' }).storageRoot, '/srv/memory');
  });

  it('ask for the token when others can reach the server', () => {
    assert.equal(read({ KG_HTTP_HOST: '0.0.0.0' }).isTokenRequired, true);
    assert.equal(read({ KG_HTTP_HOST: 'localhost' }).isTokenRequired, false);
  });

  for (const [name, value, wanted] of [
    ['KG_HTTP_PORT', '70000', /KG_HTTP_PORT=70000: it must be a whole number from 0 to 65535/],
    ['KG_GRACE_PERIOD_DAYS', 'five', /KG_GRACE_PERIOD_DAYS=five/],
    ['KG_HTTP_HOST', '127.0.0.1:80', /without a port/],
    ['KG_TOKEN_REQUIRED', 'maybe', /true or false/],
    ['KG_LOG_LEVEL', 'loud', /quiet, normal or verbose/],
  ] as const) {
    it(`refuse ${name}=${value}`, () => {
      assert.throws(() => read({ [name]: value }), { code: 'bad-setting', message: wanted });
    });
  }
});
