/** `kg-memory-viz` on the command line: where it says it is, and where else a running memory server shows the project. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { withMemoryServer } from '../support/memory-server.js';
import { runBin, startBin } from '../support/run-bin.js';

describe('kg-memory-viz', () => {
  it('names the memory server that shows the project too', () =>
    withMemoryServer(async (server) => {
      const root = join(server.folder, 'bakery');
      cpSync('fixtures/projects/bakery', root, { recursive: true });
      const node = {
        level: 'project',
        id: 'pence-only',
        gist: 'Money is counted in pence',
        project_path: root,
      };
      assert.equal((await server.fetch('POST', '/api/nodes', node)).status, 200);
      const { port } = new URL(server.url);
      const child = startBin('kg-memory-viz', ['-C', root, '--port', '0'], {
        home: join(server.folder, 'home'),
        env: { KG_HTTP_PORT: port, KG_STORAGE_ROOT: server.storageRoot },
      });
      const ended = new Promise((done) => child.once('close', done));
      let address = '';
      for await (const line of createInterface({ input: child.stderr })) {
        address = line.match(/with the memory of the project it is at (\S+)/)?.[1] ?? '';
        if (address !== '') break;
      }
      child.kill('SIGTERM');
      assert.equal(await ended, 143);
      assert.equal(address, `${server.url}/viz/?${new URLSearchParams({ project: root })}`);
      assert.match(await (await fetch(address)).text(), /<div id="root">/);
    }));

  it('says what is wrong with a port', async () => {
    const { code, stderr } = await runBin('kg-memory-viz', ['--port', '70000']);
    assert.equal(code, 2);
    assert.match(stderr, /--port must be a whole number from 0 to 65535/);
  });
});
