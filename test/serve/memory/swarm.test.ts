/** Fifty sessions write at once over real HTTP: all that is answered is on the disk, in the right graph, under its own count. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { withMemoryServer } from '../../support/memory-server.js';

const SESSIONS = 50;
const WRITES = 4;

it(`keeps all that ${SESSIONS} sessions write at once`, () =>
  withMemoryServer(async (server) => {
    const projects = ['bakery', 'shipyard'].map((name) => join(server.folder, name));
    for (const project of projects) mkdirSync(project);
    const post = async (path: string, fields: unknown) => {
      const { status, body } = await server.fetch('POST', path, fields);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const all = Array.from({ length: SESSIONS }, (_, index) => index);
    const answers = await Promise.all(
      all.map(async (index) => {
        const project_path = projects[index % 2];
        const { session_id } = await post('/api/sessions/register', { project_path });
        const named = { session_id, level: 'project' };
        await Promise.all(
          Array.from({ length: WRITES }, (_, write) =>
            post('/api/nodes', { ...named, id: `note-${index}-${write}`, gist: `Note ${write} of ${index}` }),
          ),
        );
        await post('/api/edges', { ...named, from: `note-${index}-0`, to: `note-${index}-1`, rel: 'before' });
        // All of them write this one.
        const { version } = await post('/api/nodes', {
          ...named,
          level: 'user',
          id: 'tally',
          gist: `${index}`,
        });
        return { session_id: String(session_id), version: Number(version) };
      }),
    );
    assert.deepEqual(
      answers.map(({ version }) => version).sort((a, b) => a - b),
      all.map((index) => index + 1),
      'each write of one node has a version of its own',
    );
    for (const [at, name] of ['bakery', 'shipyard'].entries()) {
      const file = join(server.storageRoot, 'projects', name, 'graph.json');
      const { nodes, edges, _meta } = JSON.parse(readFileSync(file, 'utf8'));
      const mine = all.filter((index) => index % 2 === at);
      const wanted = mine.flatMap((index) => [0, 1, 2, 3].map((write) => `note-${index}-${write}`));
      assert.deepEqual(Object.keys(nodes).sort(), wanted.sort());
      assert.equal(Object.keys(edges).length, mine.length);
      for (const id of wanted) {
        const [, index = ''] = id.split('-');
        assert.equal(_meta.versions[`node:${id}`].session, answers[Number(index)]?.session_id);
      }
    }
    const { body } = await server.fetch('POST', '/api/sync', { session_id: answers[0]?.session_id });
    assert.ok(Number(body.change_count) >= (SESSIONS / 2 - 1) * WRITES, String(body.text));
    assert.doesNotMatch(String(body.text), /^ {2}node note-0-/m);
  }));
