/** What the explorer's server says of a graph, to whom, and what it keeps to itself. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildGraph } from '../../../src/code/code-graph.js';
import { FORMAT_VERSION } from '../../../src/code/snapshot/format.js';
import { writeSnapshot } from '../../../src/code/snapshot.js';
import { createLog } from '../../../src/kernel/log.js';
import { CodeSource } from '../../../src/serve/viz/code-source.js';
import { openVizServer, type VizServer } from '../../../src/serve/viz/viz-server.js';
import type { GraphDocument, NodeDetails, SearchDocument } from '../../../src/serve/viz/wire.js';
import { createWorkFolder } from '../../support/run-bin.js';
import { syntheticSegments } from '../../support/synthetic-segments.js';

const work = createWorkFolder('viz-server');
const indexFile = join(work.path, '.kg-index.json');
const faults: string[] = [];
let server: VizServer;

before(async () => {
  const place = { root: work.path, indexFile, userCacheFolder: undefined };
  const source = new CodeSource(place, () => undefined);
  const log = createLog('normal', (line) => faults.push(line));
  server = await openVizServer(source, log, 0);
});

after(async () => {
  await server.close();
  work.remove();
  assert.deepEqual(faults, []);
});

async function get<T>(path: string): Promise<{ readonly status: number; readonly body: T }> {
  const response = await fetch(new URL(path, server.address));
  return { status: response.status, body: (await response.json()) as T };
}

async function index(nodes: number): Promise<void> {
  await writeSnapshot(indexFile, { meta: {}, files: [], graph: buildGraph(syntheticSegments(nodes)) });
}

describe("the explorer's server", () => {
  it('says what to do while there is no index, and finds the one that comes', async () => {
    const refused = await get<{ error: { code: string; hint: string } }>('api/graph');
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'not-indexed']);
    assert.match(refused.body.error.hint, /^Run: kg-memory index /);
    await index(400);
    assert.equal((await get('api/graph')).status, 200);
  });

  it('says of an index of another version what it is, and what to do', async () => {
    await index(400);
    const text = readFileSync(indexFile, 'latin1');
    const ask = async (format: number) => {
      writeFileSync(
        indexFile,
        text.replace(`"version":${FORMAT_VERSION},`, `"version":${format},`),
        'latin1',
      );
      const { body } = await get<{ error: { code: string; message: string; hint: string } }>('api/graph');
      return body.error;
    };
    const newer = await ask(999);
    assert.equal(newer.code, 'not-healthy');
    assert.match(newer.message, /was written by a newer kg-memory than this server's, .* \(format 999, not/);
    assert.match(newer.hint, /^Restart this server with the newer kg-memory, or .*: kg-memory index "/);
    const older = await ask(1);
    assert.match(older.message, /was written by an older kg-memory/);
    assert.match(older.hint, /^Run: kg-memory index "/);
  });

  it('tells the whole graph in columns', async () => {
    await index(400);
    const view = buildGraph(syntheticSegments(400)).view;
    const { body } = await get<GraphDocument>('api/graph');
    assert.deepEqual(
      body.nodes.ids,
      [...view.nodes()].map((node) => view.id(node)),
    );
    const told = body.edges.sources.map((source, at) => {
      const [type, target] = [body.edges.types[at] ?? 0, body.edges.targets[at] ?? 0];
      return `${body.nodes.ids[source]} ${body.edgeTypes[type]} ${body.nodes.ids[target]}`;
    });
    const known = [...view.nodes()].flatMap((node) =>
      view
        .outgoing(node)
        .map((edge) => `${view.id(node)} ${view.edgeType(edge)} ${view.id(view.target(edge))}`),
    );
    assert.deepEqual(told, known);
    const paths = body.nodes.paths.map((path) => body.paths[path] ?? '');
    assert.deepEqual(
      paths,
      [...view.nodes()].map((node) => view.path(node)),
    );
  });

  it('tells a node in full, and finds nodes by words', async () => {
    await index(400);
    const { body: graph } = await get<GraphDocument>('api/graph');
    const id = graph.nodes.ids.find((each) => each.startsWith('func:')) ?? '';
    const { body } = await get<NodeDetails>(`api/node?id=${encodeURIComponent(id)}`);
    assert.equal(body.node.id, id);
    assert.match(body.node.signature ?? '', /def /);
    const { body: found } = await get<SearchDocument>(`api/search?q=${body.node.name}`);
    assert.ok(found.hits.some((hit) => hit.id === id));
    assert.equal((await get('api/node?id=func:nowhere')).status, 404);
    assert.equal((await get('api/nothing')).status, 404);
    assert.equal((await get('api/graph?project=/etc')).status, 404);
  });

  it('says that there is another graph', async () => {
    await index(400);
    const response = await fetch(new URL('api/events', server.address));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => {
      for (;;) {
        const { value = '', done } = (await reader?.read()) ?? { done: true };
        const told = value.match(/data: \{"savedAt":(\d+)\}/)?.[1];
        if (told !== undefined || done) return Number(told);
      }
    };
    const first = await next();
    assert.ok(first > 0);
    await index(500);
    // The clock of some disks has whole seconds.
    utimesSync(indexFile, new Date(first + 5_000), new Date(first + 5_000));
    let second = await next();
    while (second === first) second = await next();
    assert.notEqual(second, first);
    rmSync(indexFile);
    let third = await next();
    while (third !== 0) third = await next();
    await reader?.cancel();
  });

  it('says that an index is damaged', async () => {
    await index(400);
    writeFileSync(indexFile, 'no index at all');
    const refused = await get<{ error: { code: string } }>('api/graph');
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'not-indexed']);
  });

  it('lets nobody in who calls it by another name, from another page, or to write', async () => {
    const ask = (headers: Record<string, string>, method = 'GET') =>
      new Promise<number | undefined>((done, failed) => {
        const asked = request(new URL('api/projects', server.address), { method, headers }, (response) => {
          response.resume();
          done(response.statusCode);
        });
        asked.on('error', failed);
        asked.end();
      });
    assert.equal(await ask({}), 200);
    assert.equal(await ask({ host: 'bakery.example' }), 403);
    assert.equal(await ask({ origin: 'https://bakery.example' }), 403);
    assert.equal(await ask({ 'sec-fetch-site': 'cross-site' }), 403);
    assert.equal(await ask({}, 'POST'), 405);
  });

  it('serves its own files and no others, under a policy that lets nothing in', async () => {
    const page = await fetch(server.address);
    assert.equal(page.status, 200);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    const text = await page.text();
    assert.doesNotMatch(text, /<script(?![^>]*src="\.\/)|<style|style=|https?:\/\//);
    for (const [, path = ''] of text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
      assert.equal((await fetch(new URL(path, server.address))).status, 200, path);
    }
    const tag = page.headers.get('etag') ?? '';
    assert.equal((await fetch(server.address, { headers: { 'if-none-match': tag } })).status, 304);
    for (const path of ['../package.json', '..%2fmain.cjs', 'assets/', '%2e%2e/main.cjs']) {
      assert.equal((await fetch(new URL(path, server.address))).status, 404, path);
    }
    const moved = await fetch(new URL('/?node=x', server.address), { redirect: 'manual' });
    assert.equal(moved.headers.get('location'), '/viz/?node=x');
  });
});
