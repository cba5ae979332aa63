/** A folder of the earlier implementation behind the server: read as it is, written without losing what is not understood. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { TestMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder } from '../../support/run-bin.js';
import { callTool } from './call-tool.js';

const BAKERY = '/home/ada/bakery';
/** What clients and editors have put into such files. */
const ODD = {
  'swallowed-call': {
    id: 'swallowed-call',
    gist: 'Flour is weighed</gist>\n<notes>["on the old scale"]</notes>\n<touches>["src/scale.py"]',
    _created_ts: 1763500000,
  },
  'no-id': { gist: 'Its key is its name', _created_ts: 1763500000, _shelf: 4 },
  'one-note': { id: 'one-note', gist: 'Salt', notes: 'the coarse one', _created_ts: 1763500000 },
  nothing: null,
};

it('an earlier folder is served whole, and survives what is written to it', async () => {
  const work = createWorkFolder('memory-earlier');
  const root = join(work.path, 'memory');
  const file = join(root, 'user.json');
  try {
    cpSync('fixtures/memory/earlier', root, { recursive: true });
    const earlier = JSON.parse(readFileSync(file, 'utf8'));
    Object.assign(earlier.nodes, ODD);
    earlier.edges['half->'] = { from: 'half', rel: 'of-an-edge' };
    writeFileSync(file, JSON.stringify(earlier, null, 2));
    mkdirSync(join(root, '.git'));
    const server = await TestMemoryServer.start(work.path);
    try {
      const text = await callTool(server.url, 'kg_read', { cwd: BAKERY });
      for (const line of [
        '  prefers-small-commits: One idea per commit — café rule 🥐',
        '  swallowed-call: Flour is weighed',
        '  no-id: Its key is its name',
        '  oven-heats-slowly: The oven needs 40 minutes',
        '    → applies-to → oven-heats-slowly',
      ])
        assert.ok(text.split('\n').includes(line), `${line} is not in\n${text}`);
      assert.doesNotMatch(text, /lost-habit/, 'what is orphaned is not shown');
      const whole = await callTool(server.url, 'kg_read', {
        cwd: BAKERY,
        ids: ['swallowed-call', 'lost-habit'],
      });
      assert.match(whole, /- on the old scale[\s\S]*touches: src\/scale\.py[\s\S]*promoted from orphaned/);
      const graph = await server.fetch('GET', '/api/graph/read');
      assert.doesNotMatch(JSON.stringify(graph.body), /_colour|_shelf|weight|kitchen/, 'ours alone leave it');
      const put = { level: 'user', id: 'prefers-small-commits', gist: 'One idea per commit' };
      assert.equal((await server.fetch('POST', '/api/nodes', put)).body.version, 4);
    } finally {
      await server.stop();
    }
    const { nodes, edges, _meta, kitchen } = JSON.parse(readFileSync(file, 'utf8'));
    const { gist, notes, touches, _colour, _useful_ts } = nodes['prefers-small-commits'];
    assert.deepEqual(
      [gist, notes, touches, _colour, _useful_ts],
      ['One idea per commit', ['said twice'], ['README.md'], 'rye', [1763610000]],
    );
    assert.equal(nodes['no-id']._shelf, 4);
    assert.deepEqual(edges['prefers-small-commits->old-habit:grew-from'].weight, 3);
    assert.ok(
      edges['prefers-small-commits->oven-heats-slowly:applies-to'],
      'an edge to the other level stays',
    );
    assert.deepEqual([_meta.oven_serial, kitchen], ['B-17', { tiles: 'blue' }]);
    assert.match(
      JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))),
      /of-an-edge/,
      'half an edge is kept aside',
    );
  } finally {
    work.remove();
  }
});
