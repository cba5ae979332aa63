/** The official clients of both eras through the connector: nothing runs before they come, and everything is there then. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MEMORY_TOOLS } from '../../src/serve/memory/tools/all.js';
import { CLIENTS } from '../support/clients.js';
import { CONNECT, ConnectWorld } from './connect-world.js';

for (const [name, connect] of Object.entries(CLIENTS)) {
  describe(name, () => {
    let world: ConnectWorld;
    before(async () => {
      world = await ConnectWorld.make('connect-clients');
    });
    after(() => world.end());

    it('has the memory although no server ran, and leaves the server to those who come next', async () => {
      const { folder: cwd, home, env } = world;
      const place = { cwd, home, env, program: CONNECT };
      const first = await connect(place);
      assert.deepEqual(
        await first.toolNames(),
        MEMORY_TOOLS.map((tool) => tool.name),
      );
      const saved = await first.call('kg_put_node', {
        level: 'user',
        id: 'likes-rye',
        gist: 'Rye – 黒パン – before wheat',
      });
      assert.equal(saved.isError, false, saved.text);
      const wrong = await first.call('kg_put_node', { level: 'user' });
      assert.equal(wrong.isError, true);
      assert.match(await first.prompt('recall', { topic: 'bread' }), /"bread"/);
      await first.close();
      const pid = await world.pid();
      const second = await connect(place);
      assert.match((await second.call('kg_search', { query: 'rye' })).text, /黒パン/);
      assert.match(await second.read('kg://user/likes-rye'), /黒パン/);
      await second.close();
      assert.equal(await world.pid(), pid);
    });
  });
}
