/**
 * A program whose parent is killed while somebody else holds the writing end of its input, as happens to the servers of a
 * client that crashes: no end of input tells it.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { Stream } from 'node:stream';

interface Orphan {
  /** The program's file and its arguments. */
  readonly words: readonly string[];
  /** What it is asked before; its first answer is waited for. */
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Resolves when the program has ended; the test's time limit ends the waiting. */
export async function endsAsOrphan({ words, line, cwd, env }: Orphan): Promise<void> {
  const node = (script: string, stdin: Stream | 'pipe') => {
    return spawn(process.execPath, ['-e', script], {
      cwd,
      env,
      stdio: [stdin, 'pipe', 'ignore'],
    });
  };
  const holder = node(
    `process.stdout.write(${JSON.stringify(`${line}\n`)}); process.stdin.resume();`,
    'pipe',
  );
  const { stdout: input } = holder;
  assert.ok(input);
  // The parent in between hands its own pipes on.
  const parent = node(
    `require('node:child_process').spawn(process.execPath, ${JSON.stringify(words)}, { stdio: 'inherit' })`,
    input,
  );
  const { stdout } = parent;
  assert.ok(stdout);
  await new Promise((done) => stdout.once('data', done));
  parent.kill('SIGKILL');
  // The last holder of the other end of this pipe is the program.
  await new Promise((done) => stdout.once('end', done).resume());
  assert.equal(holder.exitCode, null);
  holder.kill();
}
