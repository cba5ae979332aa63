/** The program as it is, but of another version: what remains on a machine, or comes, with an update. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../src/kernel/version.js';

/** Lays it out in a folder of its own; where its `kg-memory` lies. */
export function programOf(other: string, folder: string): string {
  const root = join(folder, `program-${other}`);
  for (const part of ['bin', 'package.json']) cpSync(part, join(root, part), { recursive: true });
  mkdirSync(join(root, 'dist'));
  for (const bundle of ['main.cjs', 'memory.cjs', 'connect.cjs']) {
    const code = readFileSync(join('dist', bundle), 'utf8');
    const changed = code.replaceAll(WRITTEN, `"${other}"`);
    assert.notEqual(changed, code, bundle);
    writeFileSync(join(root, 'dist', bundle), changed);
  }
  return join(root, 'bin', 'kg-memory.cjs');
}

/** The version as bundles have it, whose lines end wherever they are long enough, with a backslash within a text. */
const WRITTEN = new RegExp(`"${[...version].map((char) => `[${char}]`).join('(?:\\\\\\n)?')}"`, 'g');
