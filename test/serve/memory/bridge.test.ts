/**
 * The memory beside code that changes, through the real server over a small repository with a real history: what is said of each
 * place after each change, what is stored of it and what is only seen, and that there is none of it where nothing is indexed.
 */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Anchor } from '../../../src/memory/anchor.js';
import { ANCHORING } from '../../../src/serve/memory/rest/shapes.js';
import { DOCK } from '../../support/dock.js';
import { GitProject } from '../../support/git-project.js';
import { TestMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder } from '../../support/run-bin.js';
import { callTool } from './call-tool.js';

const CRANE = `"""Cranes of the yard."""


class Crane:
    """Lifts plates onto the slip."""

    def lift(self, plate, height):
        speed = self.speed_at(height)
        for step in range(height):
            plate = self.pull(plate, speed, step)
        return plate

    def speed_at(self, height):
        if height > 40:
            return 0.5
        return 1.25 - height / 80

    def pull(self, plate, speed, step):
        rope = self.winch.rope_for(plate.weight)
        while rope.slack > 0:
            rope.wind(speed / step)
        plate.height += rope.wound
        return plate
`;
const IDS = {
  speed: 'func:src.yard.crane.Crane.speed_at',
  drain: 'func:src.yard.dock.drain',
} as const;

const level = 'project';
/** A place that was followed and stored says where it is as long as something else is written. */
const PUMPED = /^dock\.drain \[now func:src\.yard\.pumps\.pump_out\]$/;

describe('the memory beside a repository that changes', () => {
  const work = createWorkFolder('bridge');
  const yard = new GitProject({
    'src/yard/crane.py': CRANE,
    'src/yard/dock.py': DOCK,
    'README.md': '# Yard\n',
  });
  let server: TestMemoryServer;
  let session: string;

  before(async () => {
    server = await TestMemoryServer.start(work.path, { KG_SAVE_INTERVAL: '1' });
    session = await sessionOf(yard.root);
  });
  after(async () => {
    await server.stop();
    yard.remove();
    work.remove();
  });

  const call = (name: string, args: object) => callTool(server.url, name, { session_id: session, ...args });
  const put = (id: string, touches?: readonly string[], more: object = {}) =>
    call('kg_put_node', { level, id, gist: `Mind the ${id}`, ...(touches && { touches }), ...more });

  async function sessionOf(cwd: string): Promise<string> {
    const text = await callTool(server.url, 'kg_read', { cwd });
    return /^Session: ([0-9a-f]{8})$/m.exec(text)?.[1] ?? '';
  }

  /** The line of a node's touches, once it is so; the test's time limit ends the waiting. */
  async function touches(id: string, wanted: RegExp, of = session): Promise<void> {
    let line = '';
    for (let reads = 0; reads < 4_000 && !wanted.test(line); reads++) {
      const text = await callTool(server.url, 'kg_read', { session_id: of, ids: [id] });
      line = /^ {2}touches: (.*)$/m.exec(text)?.[1] ?? text;
    }
    assert.match(line, wanted);
  }

  function stored(id: string): readonly Anchor[] {
    const file = join(server.storageRoot, 'projects', 'yard', 'graph.json');
    return JSON.parse(readFileSync(file, 'utf8')).nodes[id]._anchors ?? [];
  }

  async function storedAt(id: string, at: string): Promise<void> {
    for (let looks = 0; looks < 20_000 && stored(id)[0]?.id !== at; looks++)
      await server.fetch('GET', '/health');
    assert.equal(stored(id)[0]?.id, at);
  }

  it('says nothing of code while nothing is indexed', async () => {
    const saved = await put('early', ['drain()', 'src/yard/nowhere.py']);
    assert.equal(saved, 'Saved node early in the project graph (version 1).');
    const text = await call('kg_read', { ids: ['early'] });
    assert.match(text, /^ {2}touches: drain\(\) · src\/yard\/nowhere\.py$/m);
    assert.doesNotMatch(await call('kg_read', {}), /stale/i);
    assert.deepEqual(stored('early'), []);
  });

  it('pins what was written before there was an index', async () => {
    await yard.index();
    await storedAt('early', IDS.drain);
    assert.equal(stored('early')[0]?.commit, yard.git('rev-parse', 'HEAD').slice(0, 12));
  });

  it('tells the author where it is anchored, what is found nowhere, and what could be meant', async () => {
    const saved = await put('slow-lift', [
      'src/yard/crane.py:13-16',
      'README.md',
      'hoist.run',
      'see the log book',
    ]);
    assert.match(
      saved,
      /^Anchored in the code, and followed when that changes: src\/yard\/crane\.py:13-16 → func:src\.yard\.crane\.Crane\.speed_at \(src\/yard\/crane\.py, its lines 1-4\)\.$/m,
    );
    assert.match(saved, /^Not in the code index, nor a file: hoist\.run\.$/m);
    assert.match(
      await put('rope-worn', ['src/yard/crane.py:0']),
      /^Taken for the whole file, which has no such lines: src\/yard\/crane\.py:0\.$/m,
    );
    await call('kg_delete_node', { level, id: 'rope-worn' });
    const loose = await put('crane-care', undefined, { gist: 'speed_at is tuned for the old crane' });
    assert.match(loose, /it could be: func:src\.yard\.crane\.Crane\.speed_at\.$/m);
    const worded = await put('crane-old', ['Crane', 'the old one'], { gist: 'It is from 1931' });
    assert.match(worded, /^No code is named\. .*: class:src\.yard\.crane\.Crane\.$/m);
    const edge = { level, from: 'slow-lift', to: 'drain()', rel: 'waits-for' };
    assert.match(
      await call('kg_put_edge', edge),
      /^Anchored in the code.*: drain\(\) → func:src\.yard\.dock\.drain/m,
    );
    const same = await put('slow-lifts', undefined, { gist: 'Mind the slow-lift' });
    assert.match(same, /\[project\] slow-lift: Mind the slow-lift/);
    await put('dock-drain', ['dock.drain']);
    await put('dock-file', ['src/yard/dock.py']);
    await put('paint-toxic', ['src/yard/dock.py::paint']);
    const reply = await server.fetch('POST', '/api/nodes', {
      session_id: session,
      level,
      id: 'by-rest',
      gist: 'Pull gently',
      touches: ['Crane.pull', 'Crane.push'],
    });
    assert.deepEqual(ANCHORING.parse(reply.body.code), {
      anchored: [{ touch: 'Crane.pull', at: 'func:src.yard.crane.Crane.pull', path: 'src/yard/crane.py' }],
      unknown: ['Crane.push'],
      no_lines: [],
      could_mean: [],
    });
  });

  it('has nothing to say of what is as it was, also when the file is laid out anew', async () => {
    await touches('slow-lift', /^src\/yard\/crane\.py:13-16 · README\.md/);
    const text = CRANE.replace(
      '1.25 - height / 80',
      '(\n            1.25\n            - height / 80\n        )',
    );
    yard.write('src/yard/crane.py', `# Laid out anew.\n\n${text}`);
    yard.commit('lay it out');
    await yard.index();
    await touches('slow-lift', /^src\/yard\/crane\.py:13-16 \[lines 15-18 now\]/);
  });

  it('says that a line was changed, until somebody has looked', async () => {
    yard.write('src/yard/crane.py', CRANE.replace('height > 40', 'height > 60 and self.is_old'));
    yard.commit('spare the old crane');
    await yard.index();
    await touches('slow-lift', /13-16 \[changed since \d{4}-\d\d-\d\d \(about \d+ %\)\]/);
    const read = await call('kg_read', {});
    assert.match(read, /^HEALTH: .*, 1 stale$/m);
    assert.match(read, /^STALE: slow-lift \(changed\); check/m);
    await put('slow-lift', ['src/yard/crane.py:13-16']);
    await touches('slow-lift', /^src\/yard\/crane\.py:13-16$/);
    assert.doesNotMatch(await call('kg_read', {}), /stale/i);
  });

  it('follows a function that is renamed, and stores where it went', async () => {
    yard.write('src/yard/dock.py', DOCK.replaceAll('drain', 'pump_out'));
    yard.commit('say pump_out');
    await yard.index();
    const at = 'func:src.yard.dock.pump_out';
    await touches('dock-drain', /^dock\.drain \[now func:src\.yard\.dock\.pump_out; moved: was func:src/);
    await storedAt('dock-drain', at);
    assert.equal(stored('dock-drain')[0]?.was, IDS.drain);
    await touches('dock-drain', /^dock\.drain \[now func:src\.yard\.dock\.pump_out\]$/);
    const edges = await call('kg_read', { ids: ['slow-lift'] });
    assert.match(edges, /slow-lift --waits-for--> drain\(\)/);
  });

  it('follows a function into another file, and a class into a file that was split', async () => {
    const [flood = '', drain = '', paint = ''] = DOCK.replaceAll('drain', 'pump_out').split('\n\n\n');
    yard.write('src/yard/dock.py', `${flood}\n\n\n${paint}`);
    yard.write('src/yard/pumps.py', `${drain}\n`);
    yard.commit('pumps have a file');
    await yard.index();
    await storedAt('dock-drain', 'func:src.yard.pumps.pump_out');
    const cut = CRANE.indexOf('    def pull');
    const [crane, pull] = [CRANE.slice(0, cut), CRANE.slice(cut)];
    yard.write('src/yard/crane.py', `${crane.replace('height > 40', 'height > 60 and self.is_old')}`);
    yard.write('src/yard/rope.py', `class Rope:\n    """Holds the plate."""\n\n${pull}`);
    yard.commit('the rope pulls');
    await yard.index();
    await storedAt('by-rest', 'func:src.yard.rope.Rope.pull');
  });

  it('says which commit took a function away', async () => {
    yard.write('src/yard/dock.py', DOCK.slice(0, DOCK.indexOf('\n\n\ndef drain') + 1));
    const commit = yard.commit('walls are tiled: no paint');
    await yard.index();
    await touches(
      'paint-toxic',
      new RegExp(`\\[gone since ${commit.slice(0, 7)} "walls are tiled: no paint"\\]$`),
    );
    assert.match(await call('kg_read', {}), /^STALE: paint-toxic \(gone\), dock-file \(changed\)/m);
    const { body } = await server.fetch('GET', '/api/maintenance_debt');
    const debts = body.graphs as readonly { level: string; stale?: unknown; debt: { score: number } }[];
    assert.deepEqual(debts.find((each) => each.level === 'project')?.stale, [
      { id: 'paint-toxic', words: 'gone' },
      { id: 'dock-file', words: 'changed' },
    ]);
    assert.equal(debts.find((each) => each.level === 'user')?.stale, undefined);
  });

  it('pins what is written again where it was followed to', async () => {
    const saved = await put('dock-drain', ['dock.drain']);
    assert.match(saved, /: dock\.drain → func:src\.yard\.pumps\.pump_out/);
    assert.doesNotMatch(saved, /Not in the code index/);
    const [{ commit, was } = {}] = stored('dock-drain');
    assert.deepEqual([commit, was], [yard.git('rev-parse', 'HEAD').slice(0, 12), IDS.drain]);
  });

  it('sees what another branch has, and stores none of it', async () => {
    const before = stored('dock-drain');
    yard.git('switch', '-q', '-c', 'refit');
    const pumps = readFileSync(join(yard.root, 'src/yard/pumps.py'), 'utf8');
    yard.write('src/yard/pumps.py', pumps.replaceAll('pump_out', 'empty_dock'));
    yard.commit('say empty_dock');
    await yard.index();
    await touches('dock-drain', /^dock\.drain \[now func:src\.yard\.pumps\.empty_dock; moved/);
    assert.deepEqual(stored('dock-drain'), before);
    yard.git('switch', '-q', 'main');
    await yard.index();
    await touches('dock-drain', PUMPED);
  });

  it('keeps quiet about what was pinned on a branch until that is merged', async () => {
    yard.git('switch', '-q', 'refit');
    yard.write(
      'src/yard/bell.py',
      'def ring(bell, times):\n    for _ in range(times):\n        bell.strike()\n',
    );
    yard.commit('hang a bell');
    await yard.index();
    await touches('dock-drain', /^dock\.drain \[now func:src\.yard\.pumps\.empty_dock; moved/);
    await put('bell-loud', ['src/yard/bell.py::ring']);
    assert.equal(stored('bell-loud')[0]?.branch, 'refit');
    yard.git('switch', '-q', 'main');
    await yard.index();
    await touches('dock-drain', PUMPED);
    assert.doesNotMatch(await call('kg_read', {}), /bell-loud \(/);
    await touches('bell-loud', /^src\/yard\/bell\.py::ring$/);
    assert.equal(stored('bell-loud')[0]?.branch, 'refit');
  });

  it('shows each worktree its own state, and stores that of the main checkout alone', async () => {
    const tree = join(work.path, 'refit');
    yard.git('worktree', 'add', '-q', tree, 'refit');
    await yard.index(tree);
    const there = await sessionOf(tree);
    await touches('dock-drain', /^dock\.drain \[now func:src\.yard\.pumps\.empty_dock; moved/, there);
    await touches('dock-drain', PUMPED);
    assert.equal(stored('dock-drain')[0]?.id, 'func:src.yard.pumps.pump_out');
  });

  it('knows that a file is covered through what stands in it', async () => {
    const looked = (file: string, host: string) =>
      server.fetch('POST', '/api/tool_event', {
        cwd: yard.root,
        session_id: host,
        tool_name: 'Read',
        tool_input: { file_path: join(yard.root, file) },
      });
    for (const host of ['first', 'second']) await looked('src/yard/rope.py', host);
    const { body } = await looked('src/yard/rope.py', 'second');
    assert.deepEqual(body, {}, 'Crane.pull is in it now');
  });

  it('calls to mind what was learned about code that a prompt names', async () => {
    const host = 'a-conversation';
    const start = { cwd: yard.root, session_id: host, source: 'startup' };
    await server.fetch('POST', '/api/session_start', start);
    const ask = async (prompt: string) => {
      const { body } = await server.fetch('POST', '/api/prompt_context', {
        cwd: yard.root,
        session_id: host,
        prompt,
      });
      const output = body.hookSpecificOutput as { additionalContext?: string } | undefined;
      return output?.additionalContext ?? '';
    };
    const [, own = ''] = /session_id="([0-9a-f]{8})"/.exec(await ask('anything at all')) ?? [];
    await callTool(server.url, 'kg_read', { session_id: own });
    await put('grease', ['src/yard/rope.py'], { gist: 'Never in winter' });
    assert.doesNotMatch(await ask('src/yard/rope.py'), /grease/, 'nothing but a path');
    assert.match(
      await ask('what is wrong with `Rope` in rope.py these days?'),
      /^- \[project\] grease: Never in winter$/m,
    );
  });

  it('answers for the memory alone when the index is damaged, of another version, or gone', async () => {
    const index = join(yard.root, '.kg-index.json');
    const bytes = readFileSync(index);
    const gone = /^src\/yard\/dock\.py::paint \[gone since/;
    const plain = /^src\/yard\/dock\.py::paint$/;
    await touches('paint-toxic', gone);
    writeFileSync(index, bytes.subarray(0, bytes.length / 2));
    await touches('paint-toxic', plain);
    writeFileSync(index, bytes);
    await touches('paint-toxic', gone);
    writeFileSync(index, bytes.toString('latin1').replace(/"version":\d+/, '"version":999'), 'latin1');
    await touches('paint-toxic', plain);
    const torn = Buffer.from(bytes);
    torn.fill(0, Math.floor(bytes.length / 2));
    writeFileSync(index, torn);
    await touches('paint-toxic', plain);
    writeFileSync(index, bytes);
    await touches('paint-toxic', gone);
    rmSync(index);
    await touches('paint-toxic', plain);
    const saved = await put('dock-drain', ['dock.drain', 'more.rope']);
    assert.equal(saved, 'Updated node dock-drain in the project graph (version 3).');
    assert.equal(stored('dock-drain')[0]?.id, 'func:src.yard.pumps.pump_out', 'what was pinned stays');
  });
});
