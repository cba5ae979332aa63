/**
 * Several processes on one project: one writes and the others do not, each answers from its own fresh graph, and the role goes
 * on when the writer ends, whether it said goodbye, was killed, or belonged to a machine that is gone. Real servers where a
 * process has to die; else projects that are opened side by side, which are as strange to each other as processes.
 */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Project } from '../../src/code/project-face.js';
import { ownIdentity } from '../../src/kernel/process-identity.js';
import { McpSession } from '../support/mcp-session.js';
import { openQuietly } from '../support/open-quietly.js';
import { createWorkFolder, runKgMemory } from '../support/run-bin.js';
import { addToTree, makeTree, removeTree } from '../support/tree.js';

const never = new AbortController().signal;
const PORT = {
  'src/port/__init__.py': '',
  'src/port/crane.py': 'def lift():\n    return 1\n',
  'src/port/ship.py': 'from port.crane import lift\n\n\ndef load():\n    return lift()\n',
};

describe('projects side by side', () => {
  let root: string;
  let cache: string;
  const opened: Project[] = [];
  beforeEach(() => {
    root = makeTree(PORT);
    cache = makeTree();
  });
  afterEach(async () => {
    for (const project of opened.splice(0)) await project.close();
    removeTree(root);
    removeTree(cache);
  });

  async function open(stays = true, at = root): Promise<Project> {
    const project = openQuietly({ root: at, userCacheFolder: cache }, { stays });
    opened.push(project);
    await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
    await project.settle(never);
    return project;
  }

  const lock = (): string => join(root, '.kg-index.json.lock');
  const saved = (): string => readFileSync(join(root, '.kg-index.json'), 'utf8');

  function has(project: Project, id: string): boolean {
    return project.view()?.find(id) !== undefined;
  }

  test('one writes; the other says so, answers what is new, and writes nothing', async () => {
    const writer = await open();
    const reader = await open();
    assert.equal(writer.state().role, 'writer');
    assert.deepEqual([reader.state().role, reader.state().writer], ['reader', `process ${process.pid}`]);
    const before = saved();
    addToTree(root, { 'src/port/quay.py': 'def moor(): ...\n' });
    await reader.catchUp(never);
    await reader.settle(never);
    assert.ok(has(reader, 'func:src.port.quay.moor'));
    assert.equal(saved(), before);
    assert.ok(!has(writer, 'func:src.port.quay.moor'), 'each has a graph of its own');
    await writer.catchUp(never);
    await writer.settle(never);
    assert.match(saved(), /moor/);
  });

  test('when the writer ends another takes the role, and saves what only it knows', async () => {
    const writer = await open();
    const reader = await open();
    addToTree(root, { 'src/port/quay.py': 'def moor(): ...\n' });
    await reader.catchUp(never);
    await writer.close();
    assert.doesNotMatch(saved(), /moor/);
    await reader.settle(never);
    assert.equal(reader.state().role, 'writer');
    assert.match(saved(), /moor/);
    await reader.close();
    assert.ok(!existsSync(lock()));
  });

  test('a process that does not stay writes when nobody has the role, and only then', async () => {
    const brief = await open(false);
    assert.equal(brief.state().role, 'writer');
    await brief.close();
    assert.ok(!existsSync(lock()));
    const writer = await open();
    const before = saved();
    appendFileSync(join(root, 'src/port/crane.py'), '\n\ndef lower():\n    return 0\n');
    const second = await open(false);
    assert.ok(has(second, 'func:src.port.crane.lower'));
    assert.deepEqual([second.state().role, second.state().writer], ['reader', `process ${process.pid}`]);
    await second.close();
    assert.equal(saved(), before);
    await writer.close();
  });

  test('the lock of a dead process is taken over', async () => {
    writeFileSync(lock(), JSON.stringify({ ...ownIdentity(), pid: 2 ** 22 + 1, nonce: 'wreck' }));
    const project = await open();
    assert.equal(project.state().role, 'writer');
    assert.match(saved(), /lift/);
    await project.close();
    assert.ok(!existsSync(lock()));
  });

  test('the lock of another machine is respected, named, and taken over when it is a day old', async () => {
    const far = JSON.stringify({ ...ownIdentity(), machine: 'far-away', host: 'lighthouse', pid: 7 });
    writeFileSync(lock(), far);
    const reader = await open();
    assert.deepEqual([reader.state().role, reader.state().writer], ['reader', 'process 7 on lighthouse']);
    assert.ok(has(reader, 'func:src.port.ship.load'), 'it answers all the same');
    await reader.close();
    assert.ok(!existsSync(join(root, '.kg-index.json')));
    assert.equal(readFileSync(lock(), 'utf8'), far);
    const longAgo = Date.now() / 1000 - 25 * 3600;
    utimesSync(lock(), longAgo, longAgo);
    const writer = await open();
    assert.equal(writer.state().role, 'writer');
    assert.match(saved(), /lift/);
  });

  test('copies of a project in two folders answer each from its own, and share no lock', async () => {
    const other = makeTree();
    cpSync(root, other, { recursive: true });
    try {
      const here = await open();
      const there = await open(true, other);
      assert.deepEqual([here.state().role, there.state().role], ['writer', 'writer']);
      appendFileSync(join(other, 'src/port/crane.py'), '\n\ndef lower():\n    return 0\n');
      await Promise.all([here.catchUp(never), there.catchUp(never)]);
      assert.ok(has(there, 'func:src.port.crane.lower'));
      assert.ok(!has(here, 'func:src.port.crane.lower'));
      await there.close();
    } finally {
      removeTree(other);
    }
  });
});

describe('servers', () => {
  const work = createWorkFolder('servers');
  const sessions: McpSession[] = [];
  afterEach(async () => {
    for (const session of sessions.splice(0)) {
      session.child.kill('SIGKILL');
      await session.ended;
    }
    work.remove();
  });

  async function serve(): Promise<McpSession> {
    const session = new McpSession({ cwd: work.path, home: join(work.path, 'home') });
    sessions.push(session);
    await session.open();
    await session.call('kg_search', { query: 'lift' });
    return session;
  }

  /** The line of kg_status on the snapshot, when it says what is waited for. */
  async function snapshotLine(session: McpSession, wanted: RegExp): Promise<string> {
    for (;;) {
      const { text } = await session.call('kg_status');
      const line = text.split('\n').find((each) => each.startsWith('- snapshot:')) ?? '';
      if (wanted.test(line)) return line;
    }
  }

  test('go on when the one that writes is killed, and the command line sees who writes', async () => {
    addToTree(work.path, PORT);
    const first = await serve();
    await snapshotLine(first, /saved .*this process writes it/);
    const second = await serve();
    await snapshotLine(second, new RegExp(`process ${first.child.pid} writes it`));
    const status = await runKgMemory(['status', work.path]);
    assert.match(status.stdout, new RegExp(`process ${first.child.pid} writes it`));

    first.child.kill('SIGKILL');
    await first.ended;
    addToTree(work.path, { 'src/port/quay.py': 'def moor(): ...\n' });
    const { text } = await second.call('kg_search', { query: 'moor' });
    assert.match(text, /func:src\.port\.quay\.moor/, 'nobody waits for the lock of the dead');
    await snapshotLine(second, /this process writes it/);
    assert.deepEqual(await second.close(), { code: 0, signal: null });
    assert.match(readFileSync(join(work.path, '.kg-index.json'), 'utf8'), /moor/);
    assert.ok(!existsSync(join(work.path, '.kg-index.json.lock')));
  });
});
