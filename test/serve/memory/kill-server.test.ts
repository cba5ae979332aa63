/**
 * The server is killed at random moments while several sessions write over HTTP; whatever was acknowledged is there when it
 * runs again, in the same folder, kill after kill. KILLS=100 kills it more often than the suite does.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Reply, TestMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder } from '../../support/run-bin.js';

const KILLS = Number(process.env.KILLS ?? 10);
const WRITERS = 4;
const ANSWERS_MAX = 60;
// Between an answer and the kill: somewhere in the next saves.
const PAUSE_MS = 20;

/** One session after the other that writes, and what it was told is on the disk. */
class Writer {
  readonly #name: string;
  readonly #project: string;
  readonly #there = new Set<string>();
  readonly #gone = new Set<string>();
  #count = 0;
  #step = 0;

  constructor(name: string, project: string) {
    this.#name = name;
    this.#project = project;
  }

  /** Writes until the server is gone: a new node, the count of them, an edge between the two, and an old node's end. */
  async write(server: TestMemoryServer, onAnswer: () => void): Promise<void> {
    const ask = async (method: string, path: string, fields?: unknown) => {
      const reply = await replyOf(() => server.fetch(method, path, fields));
      if (reply === undefined) return undefined;
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      onAnswer();
      return reply;
    };
    const registered = await ask('POST', '/api/sessions/register', { project_path: this.#project });
    const named = { session_id: registered?.body.session_id, level: 'project' };
    for (; ; this.#step++) {
      const id = `${this.#name}-${this.#step}`;
      if ((await ask('POST', '/api/nodes', { ...named, id, gist: `About ${id}` })) === undefined) return;
      this.#there.add(id);
      const gist = String(this.#step);
      if ((await ask('POST', '/api/nodes', { ...named, id: this.#name, gist })) === undefined) return;
      this.#count = this.#step;
      const edge = { ...named, from: id, to: this.#name, rel: 'counted-by' };
      if ((await ask('POST', '/api/edges', edge)) === undefined) return;
      const [old = id] = this.#there;
      if (this.#step % 3 !== 2) continue;
      this.#there.delete(old);
      const path = `/api/nodes/project/${old}?session_id=${named.session_id}`;
      if ((await ask('DELETE', path)) === undefined) return;
      this.#gone.add(old);
    }
  }

  /** Compares with the gists by id that are there after a restart. */
  check(gists: ReadonlyMap<string, string>): void {
    const lost = [...this.#there].filter((id) => !gists.has(id));
    const risen = [...this.#gone].filter((id) => gists.has(id));
    assert.deepEqual({ lost, risen }, { lost: [], risen: [] });
    const counted = Number(gists.get(this.#name) ?? 0);
    assert.ok(counted >= this.#count, `${this.#name} was told ${this.#count}, and ${counted} is there`);
    // Whether the step that was broken off was done is not known: its names are not used again.
    this.#step++;
  }
}

/** `undefined` when the server was gone before it had answered. */
async function replyOf(send: () => Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Lets all write until the server has given so many answers, and kills it a moment later. */
async function killAmongWrites(server: TestMemoryServer, writers: readonly Writer[]): Promise<void> {
  let left = 1 + Math.floor(Math.random() * ANSWERS_MAX);
  const onAnswer = () => {
    left -= 1;
    if (left === 0) void wait(Math.random() * PAUSE_MS).then(() => server.child.kill('SIGKILL'));
  };
  try {
    await Promise.all(writers.map((writer) => writer.write(server, onAnswer)));
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
  }
}

it(`keeps what it acknowledged through ${KILLS} kills`, async () => {
  const work = createWorkFolder('memory-kills');
  const project = join(work.path, 'bakery');
  mkdirSync(project);
  const writers = Array.from({ length: WRITERS }, (_, index) => new Writer(`baker${index}`, project));
  try {
    for (let kill = 0; kill <= KILLS; kill++) {
      const server = await TestMemoryServer.start(work.path);
      const here = `project_path=${encodeURIComponent(project)}`;
      const { body } = await server.fetch('GET', `/api/graph/read?${here}`);
      const { nodes } = body.project as { nodes: readonly { id: string; gist: string }[] };
      for (const writer of writers) writer.check(new Map(nodes.map(({ id, gist }) => [id, gist])));
      if (kill === KILLS) await server.stop();
      else await killAmongWrites(server, writers);
    }
  } finally {
    work.remove();
  }
});
