/** `kg-memory export` and `verify` against the real binary: order, equal bytes, readers that go away, an index that lies. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createWorkFolder, startBin } from '../support/run-bin.js';
import { createPottery, type Pottery, tamper } from './pottery.js';

interface Exported {
  readonly format: string;
  readonly nodes: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
  readonly edges: readonly Readonly<Record<'source' | 'target' | 'type', string>>[];
}

let pottery: Pottery;
before(() => {
  pottery = createPottery();
});
after(() => pottery.remove());

describe('export', () => {
  it('indexes first, and prints the graph alone', async () => {
    const { code, stdout, stderr } = await pottery.run('export', '--format', 'json');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const graph = JSON.parse(stdout) as Exported;
    assert.deepEqual(Object.keys(graph), ['format', 'nodes', 'edges']);
    assert.equal(graph.format, 'kg-memory/graph@1');
    assert.equal(stdout.split('\n').length, graph.nodes.length + graph.edges.length + 4);
    const glaze = graph.nodes.find(({ id }) => id === 'func:src.pottery.kiln.glaze');
    assert.deepEqual(
      [glaze?.type, glaze?.name, glaze?.path, glaze?.line, glaze?.end_line],
      ['function', 'glaze', 'src/pottery/kiln.py', 16, 17],
    );
    assert.ok(existsSync(join(pottery.root, '.kg-index.json')));
  });

  it('is sorted by code units', async () => {
    const { nodes, edges } = JSON.parse((await pottery.run('export')).stdout) as Exported;
    const ids = nodes.map(({ id }) => id);
    const names = edges.map(({ source, type, target }) => `${source}\0${type}\0${target}`);
    assert.deepEqual(ids, [...ids].sort());
    assert.deepEqual(names, [...names].sort());
    assert.equal(new Set(names).size, names.length);
  });

  it('gives equal bytes from the snapshot, from nothing, and with a path', async () => {
    const { stdout } = await pottery.run('export');
    const again = await pottery.run('export', pottery.root);
    assert.equal(again.stdout, stdout);
    const { code } = await pottery.run('reindex', '--quiet');
    assert.equal(code, 0);
    assert.equal((await pottery.run('export', '-C', '.')).stdout, stdout);
  });

  it('does not mind a reader that has seen enough', async () => {
    const home = createWorkFolder('home');
    const child = startBin('kg-memory', ['export', pottery.root], { home: home.path });
    const stderr: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.stdout.destroy();
    const code = await new Promise((done) => child.once('close', done));
    home.remove();
    assert.deepEqual({ code, stderr: Buffer.concat(stderr).toString() }, { code: 0, stderr: '' });
  });
});

describe('verify', () => {
  it('finds a good index good', async () => {
    const { code, stdout, stderr } = await pottery.run('verify');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(
      stdout,
      /^# Verified `.*`\nThe index equals a fresh build: \d+ nodes and \d+ edges, no difference\.\n$/,
    );
  });

  it('finds what does not come from the files as they are, and changes nothing', async () => {
    const kiln = join(pottery.root, 'src/pottery/kiln.py');
    const text = readFileSync(kiln, 'utf8').replace('def glaze', 'def paint');
    await tamper(pottery.root, 'src/pottery/kiln.py', text);
    const index = readFileSync(join(pottery.root, '.kg-index.json'));
    const { code, stdout, stderr } = await pottery.run('verify');
    assert.deepEqual({ code, stderr }, { code: 3, stderr: '' });
    assert.match(stdout, /^# `.*` is not as indexed\n/);
    assert.match(stdout, /^- node `func:src\.pottery\.kiln\.glaze` is only in the index$/m);
    assert.match(stdout, /^- node `func:src\.pottery\.kiln\.paint` is only in a fresh build$/m);
    assert.match(
      stdout,
      /^- edge `.*fire --\[calls\]--> func:src\.pottery\.kiln\.glaze` is only in the index$/m,
    );
    assert.match(
      stdout,
      /^- node `file:src\/pottery\/kiln\.py`: hash is `"\w+"` in the index, `"\w+"` in a fresh build$/m,
    );
    assert.deepEqual(readFileSync(join(pottery.root, '.kg-index.json')), index);
  });

  it('shows as many differences as asked for, and counts all', async () => {
    const { code, stdout } = await pottery.run('verify', '--limit', '1', '--json');
    const { result } = JSON.parse(stdout) as { result: { differences: number; first: object[] } };
    assert.deepEqual({ code, shown: result.first.length }, { code: 3, shown: 1 });
    assert.ok(result.differences > 1);
    assert.match((await pottery.run('verify', '--limit', '1')).stdout, /^- and \d+ more \(--limit\)$/m);
  });

  it('is content after a rebuild', async () => {
    const { code, stdout } = await pottery.run('reindex');
    assert.equal(code, 0);
    assert.match(stdout, /^- nodes \+1 −1, edges \+1 −2$/m);
    assert.equal((await pottery.run('verify')).code, 0);
  });
});
