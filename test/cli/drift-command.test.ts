/** `kg-memory drift` in a yard with records: what it finds, what it exits with, and what it does without git. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { GitProject } from '../support/git-project.js';
import { runKgMemory } from '../support/run-bin.js';
import { makeTree, removeTree } from '../support/tree.js';

const record = (title: string, status: string, decision: string) =>
  `# ${title}\n\n## Status\n\n${status}\n\n## Decision\n\n${decision}\n`;

const FILES = {
  'src/yard/hull.py':
    'class Hull:\n    def plank(self):\n        return 1\n\n    def caulk(self):\n        return 2\n',
  'src/yard/mast.py': 'def step_mast(hull):\n    return hull\n',
  'docs/adr/0001-planks.md': record(
    'Planks of oak',
    'Accepted',
    '`Hull.plank` lays oak; see `src/yard/rig.py`.',
  ),
  'docs/adr/0002-one-mast.md': record('One mast', 'Superseded by 3', '`step_mast` steps one mast.'),
  'docs/adr/0003-two-masts.md': record('Two masts', 'Accepted. Supersedes ADR-0002', 'Ships have two masts.'),
};

interface Drift {
  gone: {
    text: string;
    document: { id: string };
    renamedTo?: string;
    goneIn?: { commit: string; subject: string };
    perhaps?: { id: string };
  }[];
  superseded: { record: { id: string }; supersededBy: string[]; governs: { id: string }[] }[];
  codeless: { id: string }[];
  changed: { path: string; records: { record: { id: string }; governs: { id: string } }[] }[];
}

describe('a yard with records', () => {
  const yard = new GitProject({
    ...FILES,
    'src/yard/rig.py': 'def hoist():\n    return "sail, line and block"\n',
  });
  after(() => {
    yard.remove();
  });
  const run = (...words: string[]) => runKgMemory([...words, '-C', yard.root]);
  const drift = async (...words: string[]) => {
    const { code, stdout, stderr } = await run('drift', '--json', ...words);
    assert.equal(stderr, '');
    return { code, ...(JSON.parse(stdout) as { result: Drift }).result };
  };

  it('shows code under a superseded record, records without code, and nothing that has not changed', async () => {
    assert.equal((await run('index')).code, 0);
    const { code, gone, superseded, codeless, changed } = await drift();
    assert.deepEqual([code, gone, changed], [3, [], []]);
    assert.deepEqual(
      superseded.map(({ record, supersededBy, governs }) => [
        record.id,
        supersededBy,
        governs.map(({ id }) => id),
      ]),
      [['adr:0002', ['adr:0003'], ['func:src.yard.mast.step_mast']]],
    );
    assert.deepEqual(
      codeless.map(({ id }) => id),
      ['adr:0003'],
    );
  });

  it('shows a bare name whose definition was renamed, and no other word of that kind', async () => {
    const decision =
      'Ropes are cut by `cut_rope`, never by `rope_length` or `max_rope_age`; `tie_knot` stays in the tests.';
    yard.write('docs/adr/0004-ropes.md', record('Ropes', 'Accepted', decision));
    const ropes =
      'MAX = 3\n\n\ndef cut_rope(rope, max_rope_age):\n    rope_length = rope.cut()\n    return rope_length\n';
    yard.write('src/yard/ropes.py', ropes);
    yard.write('tests/test_ropes.py', 'def tie_knot():\n    return 1\n');
    yard.commit('cut ropes');
    assert.deepEqual((await drift()).gone, []);
    yard.write('src/yard/ropes.py', ropes.replace('cut_rope', 'cut_ropes').replace('MAX', 'MOST'));
    const commit = yard.commit('cut all ropes at once');
    const { gone } = await drift();
    assert.deepEqual(
      gone.map(({ text, goneIn, perhaps }) => [text, goneIn?.commit, goneIn?.subject, perhaps?.id]),
      [['cut_rope', commit, 'cut all ropes at once', 'func:src.yard.ropes.cut_ropes']],
    );
    const { stdout } = await run('drift', '--only', 'gone');
    assert.match(
      stdout,
      /`adr:0004` names `cut_rope` \(`docs\/adr\/0004-ropes\.md:9`\), gone since `[0-9a-f]{7}` cut all ropes at once; perhaps `func:src\.yard\.ropes\.cut_ropes`/,
    );
    yard.git('rm', '-q', 'docs/adr/0004-ropes.md', 'src/yard/ropes.py', 'tests/test_ropes.py');
    yard.commit('no more ropes');
  });

  it('shows what was changed and is governed, and what was renamed', async () => {
    const before = yard.git('rev-parse', 'HEAD');
    yard.git('mv', 'src/yard/rig.py', 'src/yard/rigging.py');
    yard.commit('rig is rigging');
    yard.write('src/yard/hull.py', FILES['src/yard/hull.py'].replace('return 2', 'return 3'));
    assert.deepEqual((await drift()).changed, []);
    yard.write('src/yard/hull.py', FILES['src/yard/hull.py'].replace('return 1', 'return 4'));
    const { gone, changed } = await drift('--since', before);
    assert.deepEqual(
      gone.map(({ text, document, renamedTo }) => [text, document.id, renamedTo]),
      [['src/yard/rig.py', 'adr:0001', 'src/yard/rigging.py']],
    );
    assert.deepEqual(
      changed.map(({ path, records }) => [
        path,
        records.map(({ record, governs }) => [record.id, governs.id]),
      ]),
      [['src/yard/hull.py', [['adr:0001', 'func:src.yard.hull.Hull.plank']]]],
    );
    const { code, stdout } = await run('drift', '--only', 'gone');
    assert.equal(code, 3);
    assert.match(
      stdout,
      /`adr:0001` names `src\/yard\/rig\.py` \(`docs\/adr\/0001-planks\.md:9`\); it is `src\/yard\/rigging\.py` now/,
    );
    assert.doesNotMatch(stdout, /adr:0003/);
  });

  it('refuses a revision that is none', async () => {
    const { code, stderr } = await run('drift', '--since', 'no-such-branch');
    assert.equal(code, 2);
    assert.match(stderr, /kg-memory drift --since main/);
  });
});

it('without git and without a fault exits with 0 and says what it did not look at', async () => {
  const root = makeTree({
    ...FILES,
    'docs/adr/0002-one-mast.md': '',
    'docs/adr/0003-two-masts.md': '',
    'src/yard/rig.py': '',
  });
  assert.equal((await runKgMemory(['index', '-C', root])).code, 0);
  const { code, stdout } = await runKgMemory(['drift', root]);
  assert.match(stdout, /Decisions and code agree[\s\S]*Changes were not looked at/);
  assert.equal(code, 0);
  removeTree(root);
});
