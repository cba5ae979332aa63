/**
 * Expected texts that live in files, so that a change of an answer is seen as a diff. `UPDATE_GOLDEN=1` writes what is
 * there now; without it a missing file is a failure like a wrong one.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Compares a text with the file at a path relative to the project. */
export function assertGolden(path: string, actual: string): void {
  const file = resolve(path);
  const text = actual.endsWith('\n') ? actual : `${actual}\n`;
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  assert.ok(existsSync(file), `${path} does not exist; UPDATE_GOLDEN=1 writes it`);
  const expected = readFileSync(file, 'utf8');
  if (text !== expected)
    assert.fail(`${path}, ${firstDifference(text, expected)}; UPDATE_GOLDEN=1 rewrites it`);
}

/** Whole files are no reading; the first line that differs is. */
function firstDifference(actual: string, expected: string): string {
  const [got, wanted] = [actual.split('\n'), expected.split('\n')];
  const at = got.findIndex((line, index) => line !== wanted[index]);
  const line = at < 0 ? got.length : at;
  return `line ${line + 1}:\n  expected ${JSON.stringify(wanted[line])}\n  got      ${JSON.stringify(got[line])}\n`;
}
