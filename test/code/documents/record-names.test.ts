/** Which names in a folder of records are records. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordNames } from '../../../src/code/documents/record-names.js';

const USUAL: readonly (readonly [name: string, is: ReturnType<ReturnType<typeof recordNames>>])[] = [
  ['0001-one-oven.md', 'record'],
  ['1-one-oven.md', 'record'],
  ['12. One oven.md', 'record'],
  ['adr-001-one-oven.md', 'record'],
  ['adr001-one-oven.md', 'record'],
  ['ADR-0001 One oven.md', 'record'],
  ['ADR-0001.md', 'record'],
  ['001.md', 'record'],
  ['00NN-one-oven.md', 'record'],
  ['2023-07-11-one-oven.md', 'record'],
  ['20230711-one-oven.md', 'record'],
  ['draft-20230711-one-oven.md', 'record'],
  ['0005-choose-a-template-engine.md', 'record'],
  ['0006-use-an-index.md', 'record'],
  ['0001-one-oven.markdown', 'record'],
  ['0001-one-oven.rst', 'other-format'],
  ['README.md', 'none'],
  ['index.md', 'none'],
  ['0000-template.md', 'none'],
  ['0000-adr-template-long.md', 'none'],
  ['template.md', 'none'],
  ['adr-template.md', 'none'],
  ['adr-template-bare-minimal.md', 'none'],
  ['NNNN-template.md', 'none'],
  ['ADR-OPS-001-one-oven.md', 'record'],
  ['one-oven.md', 'perhaps'],
  ['DR-003.md', 'perhaps'],
  ['one-oven.rst', 'none'],
  ['0001-one-oven.png', 'none'],
];

test('without a pattern the usual names are records, templates and indexes are not', () => {
  const nameOf = recordNames(undefined);
  assert.deepEqual(
    USUAL.map(([name]) => [name, nameOf(name)]),
    USUAL,
  );
});

test('a pattern decides alone, but for templates and indexes', () => {
  const nameOf = recordNames(String.raw`^decision-.+\.txt$|^README|template`);
  const names = ['decision-oven.txt', '0001-one-oven.md', 'README.md', 'template.md'];
  assert.deepEqual(names.map(nameOf), ['record', 'none', 'none', 'none']);
});
