/**
 * Random damage to real files: whatever the bytes, reading them ends, in time linear in their size, without a throw, twice the
 * same, with every line where it can be; and a project of such files links. `node bench/fuzz.mjs [--seconds 60] [--seed 7] [folder]`.
 *
 * It prints its seed; the same seed makes the same files. A file that fails is kept in .build/fuzz/ and named. Files are made,
 * read and never run. The parser gets no more than 64 KB at a time: what large files do, the tests for hostile ones tell.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PythonExtractor } from '../src/code/extract/python.js';
import type { Facts } from '../src/code/facts.js';
import { decodeFacts, encodeFacts } from '../src/code/facts-codec.js';
import { decodeProgram } from '../src/code/notebook.js';
import { PythonParser } from '../src/code/parse.js';
import { createLinker } from '../src/code/resolve/resolve.js';
import { scanProject } from '../src/code/scan.js';
import { standardLibrary } from './corpus.js';

const KEPT = '.build/fuzz';
const BYTES_MAX = 64 * 1024;
/** Files that are linked together. */
const BATCH = 12;
/** Reading takes some 3 ms per 10 KB; a damaged file is read up to 31 times. Beyond this it is a fault. */
const MILLISECONDS_MAX = 15_000;
const SPICES = [
  '(',
  ')',
  '[',
  '{',
  '}',
  '"',
  "'",
  '"""',
  "'''",
  '\\',
  '\n',
  '\r',
  '\t',
  '\0',
  '\ufeff',
  '\u2028',
  ':',
  '@',
  ',',
  '=',
  ':=',
  '->',
  '*',
  '**',
  'f"{',
  'lambda ',
  'async ',
  'await ',
  'yield ',
  'def ',
  'class ',
  'match x:\n',
  'case _:\n',
  'import ',
  'from . import *\n',
  'global ',
  'if 1:\n',
  'else:\n',
  'try:\n',
  'except* ',
  'with ',
  'del ',
  '<<<<<<<\n',
  '%%bash\n',
  '!ls\n',
  '# coding: utf-16\n',
  '"source": [',
  '\u00e9',
  '\ud83c\udf5e',
];

const { values: options, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
  allowPositionals: true,
});
const seconds = Number(options.seconds);
const seed = Number(options.seed ?? Date.now() % 1_000_000_000);
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error('usage: node bench/fuzz.mjs [--seconds 60] [--seed 7] [folder]');
  process.exitCode = 2;
} else {
  process.exitCode = await fuzz();
}

async function fuzz(): Promise<number> {
  console.log(`seed ${seed}, ${seconds} s`);
  const corpus = [positionals[0] ?? standardLibrary(), 'fixtures'].flatMap(filesIn);
  const extractor = new PythonExtractor(await PythonParser.load());
  const random = randomFrom(seed);
  const pick = <Value>(items: readonly Value[]): Value => items[Math.floor(random() * items.length)] as Value;
  const end = Date.now() + seconds * 1000;
  let failures = 0;
  let files = 0;
  while (Date.now() < end) {
    const batch = new Map<string, Facts>();
    const inputs = new Map<string, Buffer>();
    while (batch.size < BATCH && Date.now() < end) {
      const original = pick(corpus);
      const length = 200 + Math.floor(random() ** 3 * BYTES_MAX);
      const start = readFileSync(original).subarray(0, length);
      const bytes = damaged(start, random, () => readFileSync(pick(corpus)));
      const extension = /\.\w+$/.exec(original)?.[0] ?? '.py';
      const path = `yard/m${batch.size}${extension}`;
      inputs.set(path, bytes);
      files++;
      try {
        batch.set(path, read(extractor, path, bytes));
      } catch (error) {
        failures++;
        report([[path, bytes]], error);
        batch.set(path, read(extractor, path, Buffer.alloc(0)));
      }
    }
    try {
      assert.equal(link(batch), link(batch), 'two runs differ');
    } catch (error) {
      failures++;
      report([...inputs], error);
    }
  }
  console.log(`${files} files, ${failures} failures`);
  return failures === 0 ? 0 : 1;
}

function filesIn(folder: string): string[] {
  const { files } = scanProject({ root: folder, sourceDirs: ['.'] });
  return files.flatMap(({ absolute }) => (typeof absolute === 'string' ? [absolute] : []));
}

/** Cuts, copies, moves, spices and bit flips; now and then the middle of another file. */
function damaged(bytes: Buffer, random: () => number, other: () => Buffer): Buffer {
  let now = bytes;
  const place = (): number => Math.floor(random() * (now.length + 1));
  for (let left = 1 + Math.floor(random() * random() * 12); left > 0; left--) {
    const at = place();
    const span = Math.floor(random() ** 4 * now.length);
    const kind = Math.floor(random() * 7);
    const spice = Buffer.from(SPICES[Math.floor(random() * SPICES.length)] ?? '');
    const middle = [
      () => Buffer.alloc(0),
      () => spice,
      () => Buffer.concat(Array.from({ length: Math.floor(random() ** 3 * 3000) }, () => spice)),
      () => now.subarray(at, at + span),
      () => other().subarray(at, at + span),
      () => Buffer.from([Math.floor(random() * 256)]),
      () => Buffer.concat([now.subarray(at, at + span), now.subarray(at, at + span)]),
    ][kind]?.();
    const behind = kind === 0 ? at + span : kind === 5 ? at + 1 : at;
    now = Buffer.concat([now.subarray(0, at), middle ?? spice, now.subarray(behind)]).subarray(0, BYTES_MAX);
  }
  return now;
}

/** Reads a file as a worker does and checks what must hold for any bytes. */
function read(extractor: PythonExtractor, path: string, bytes: Buffer): Facts {
  const since = process.cpuUsage();
  const facts = extractor.extract({ path, ...decodeProgram(path, bytes) });
  const spent = process.cpuUsage(since).user / 1000;
  assert.ok(spent < MILLISECONDS_MAX, `reading took ${Math.round(spent)} ms`);
  const text = encodeFacts(facts);
  assert.equal(encodeFacts(decodeFacts(path, text)), text, 'facts do not survive their codec');
  assert.equal(
    encodeFacts(extractor.extract({ path, ...decodeProgram(path, bytes) })),
    text,
    'read twice, it differs',
  );
  for (const { name, line, endLine, parent } of facts.definitions) {
    const isInside = 1 <= line && line <= endLine && endLine <= facts.lines;
    assert.ok(isInside, `${name} stands on ${line}-${endLine} of ${facts.lines} lines`);
    assert.ok(parent < facts.definitions.length, `${name} has no parent ${parent}`);
  }
  for (const { line = 1, message } of facts.problems) {
    assert.ok(
      line >= 1 && line <= Math.max(1, facts.lines + 1),
      `line ${line} of ${facts.lines}: ${message}`,
    );
  }
  return facts;
}

/** A hash of all that linking the files gives. */
function link(files: ReadonlyMap<string, Facts>): string {
  const since = process.cpuUsage();
  const paths = [...files.keys()].sort();
  const facts = (path: string): Facts => {
    const found = files.get(path);
    if (found === undefined) throw new Error(`${path} was asked for`);
    return found;
  };
  const run = createLinker().update({ paths, roots: [''], facts, hash: () => '' }, paths);
  let step = run.next();
  while (!step.done) step = run.next();
  const spent = process.cpuUsage(since).user / 1000;
  assert.ok(spent < MILLISECONDS_MAX, `linking took ${Math.round(spent)} ms`);
  return createHash('sha256').update(JSON.stringify(step.value.replaced)).digest('hex');
}

/** Keeps what failed and says where. */
function report(inputs: readonly (readonly [path: string, bytes: Buffer])[], error: unknown): void {
  const folder = join(KEPT, `${seed}-${Date.now()}`);
  mkdirSync(join(folder, 'yard'), { recursive: true });
  for (const [path, bytes] of inputs) writeFileSync(join(folder, path), bytes);
  console.error(`${folder}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

/** Numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = Math.imul(start, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
