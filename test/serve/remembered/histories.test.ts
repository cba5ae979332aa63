/**
 * What the code server tells of a memory while the code below it changes: the real server on a project with a real history,
 * a memory that was pinned to its first commit, and after each change the states in kg_context, kg_relate and kg_status.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { GitProject } from '../../support/git-project.js';
import { McpSession } from '../../support/mcp-session.js';
import { viewOf, writeMemories } from '../../support/memory-files.js';

const HULL = `"""Hulls."""
from yard.rivets import drive


class Hull:
    """What floats."""

    def __init__(self, length):
        self.length = length
        self.plates = []

    def close_seam(self, plate):
        """Rivet one plate to the last."""
        for hole in range(plate.holes):
            drive(hole, plate)
        self.plates.append(plate)
        return len(self.plates)

    def launch(self, tide):
        """Let it slide when the tide is high enough."""
        if tide < self.length / 10:
            raise ValueError('too shallow')
        return [plate.close() for plate in self.plates]
`;
const DRIVE = `def drive(hole, plate):
    """Drive one rivet while it is hot."""
    heat = plate.heat + hole
    if heat > 900:
        raise RuntimeError('too hot')
    plate.rivets.append((hole, heat))
    return heat
`;
const COOL = `def cool(plate, minutes):
    """Let a plate cool down in the yard's own basin."""
    lost = minutes * plate.area / 40
    plate.heat = max(12, plate.heat - lost)
    return plate.heat
`;
const PAINT = `def paint(hull, coats):
    """Two coats of red lead below the water line, always."""
    for coat in range(coats):
        for plate in hull.plates:
            plate.coats.append(coat)
`;
const rivets = (...parts: readonly string[]) => `"""Rivets."""\n\n\n${parts.join('\n\n')}`;

const yard = new GitProject({
  'src/yard/__init__.py': '',
  'src/yard/hull.py': HULL,
  'src/yard/rivets.py': rivets(DRIVE, COOL),
  'src/yard/paint.py': `"""Paint."""\n\n\n${PAINT}`,
  'docs/adr/0001-hot-rivets.md':
    '# 1. Hot rivets\n\n## Status\n\nAccepted\n\n## Decision\n\nRivets are driven hot: `src/yard/rivets.py`.\n',
});
const home = join(yard.root, '..', 'home');
const storage = join(home, '.knowledge-graph');
let session: McpSession;

before(async () => {
  const memories = [
    { id: 'seam-first', gist: 'The seam is closed before the launch.', touches: ['src/yard/hull.py:12-17'] },
    { id: 'supplier-limit', gist: '900 is the limit of the supplier.', touches: ['rivets.drive'] },
    { id: 'slow-basin', gist: 'The basin is slow in summer.', touches: ['func:src.yard.rivets.cool'] },
    { id: 'red-lead', gist: 'Red lead is forbidden abroad.', touches: ['src/yard/paint.py::paint'] },
    { id: 'feet', gist: 'Everything is measured in feet.', touches: ['src/yard/', 'the canteen'] },
    { id: 'contested', gist: 'Ask Mira before this is changed.', touches: ['ADR-1'], _archived: true },
  ];
  writeMemories(storage, yard.root, memories, { view: await viewOf(yard.root) });
  session = new McpSession({ cwd: yard.root, home });
  await session.open();
});
after(async () => {
  await session.close();
  yard.remove();
});

async function ask(tool: string, args: Record<string, unknown>, of = session): Promise<string> {
  return (await of.call(tool, args)).text;
}

/** What stands below a heading. */
function section(text: string, heading: string): readonly string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`## ${heading}`));
  const end = lines.indexOf('', start);
  return start < 0 ? [] : lines.slice(start + 1, end).filter((line) => !line.startsWith('Noted in earlier'));
}

/** Asks until the index has what was written a moment ago. */
async function askUntil(
  tool: string,
  args: Record<string, unknown>,
  isThere: (text: string) => boolean,
): Promise<string> {
  for (;;) {
    const text = await ask(tool, args);
    if (isThere(text)) return text;
    assert.equal(session.stderr, '');
  }
}

/** How many places of the memory there are in each state, once `count` have this one. */
async function statesWith(state: string, count: number): Promise<string> {
  const text = await askUntil('kg_status', {}, (status) => status.includes(` ${count} ${state}`));
  return /places in the code: (.*)$/m.exec(text)?.[1] ?? '';
}

async function memoryOf(node_id: string): Promise<readonly string[]> {
  return section(await ask('kg_relate', { node_id }), 'memory');
}

test('a file, a symbol, a decision and a package tell what was noted about them', async () => {
  const remembered = async (file_path: string) =>
    section(await ask('kg_context', { file_path }), 'Remembered here');
  const seam = '- `memory:project/seam-first` The seam is closed before the launch.';
  const feet = '- `memory:project/feet` Everything is measured in feet.';
  assert.deepEqual(await remembered('src/yard/hull.py'), [
    seam,
    '  on `func:src.yard.hull.Hull.close_seam` lines 12–17',
    feet,
    '  on `module:src.yard`, its package',
  ]);
  assert.deepEqual(await remembered('drive'), [
    '- `memory:project/supplier-limit` 900 is the limit of the supplier.',
    feet,
    '  on `module:src.yard`, its package',
    '- `memory:project/contested` Ask Mira before this is changed.',
    '  on `adr:0001`, which governs it; archived',
  ]);
  assert.deepEqual(await remembered('ADR-1'), [
    '- `memory:project/contested` Ask Mira before this is changed.',
    '  archived',
  ]);
  assert.deepEqual((await remembered('src/yard'))[0], feet);
  const counts = '5 unchanged, 0 changed since, 0 moved, 0 unsure, 0 gone';
  assert.ok(
    (await ask('kg_status', {})).includes(`- 6 memories with 6 places in the code: 6 unchanged`),
    counts,
  );
});

test('what is only formatted anew has not changed', async () => {
  yard.write(
    'src/yard/hull.py',
    HULL.replaceAll("'", '"').replace(
      'drive(hole, plate)',
      'drive(\n                hole,\n                plate,\n            )',
    ),
  );
  yard.commit('black');
  const text = await askUntil('kg_context', { file_path: 'Hull.close_seam' }, (each) =>
    each.includes(':12–20'),
  );
  assert.deepEqual(section(text, 'Remembered here').slice(0, 1), [
    '- `memory:project/seam-first` The seam is closed before the launch.',
  ]);
  assert.match(await statesWith('unchanged', 6), /, 0 changed since/);
});

test('a line that is another is told, with about how much', async () => {
  yard.write('src/yard/hull.py', HULL.replace('self.plates.append(plate)', 'self.plates.insert(0, plate)'));
  yard.commit('the last plate first');
  assert.match(await statesWith('changed since', 1), /^5 unchanged/);
  const [memory = '', where] = await memoryOf('Hull.close_seam');
  assert.match(
    memory,
    /^- `memory:project\/seam-first` \[changed since 2026-11-20 \(about \d+ %\)\] The seam is closed before the launch\.$/,
  );
  assert.equal(
    where,
    '  `memory:project/seam-first --[TOUCHES]--> func:src.yard.hull.Hull.close_seam` (about lines 12–17)',
  );
});

test('what has another name or stands in another file is followed, and says so', async () => {
  yard.write('src/yard/rivets.py', rivets(DRIVE.replace('def drive', 'def hammer')));
  yard.write('src/yard/basin.py', `"""The basin."""\n\n\n${COOL}`);
  yard.commit('a basin of its own');
  assert.match(await statesWith('moved', 2), /^3 unchanged, 1 changed since, 2 moved, 0 unsure, 0 gone/);
  assert.deepEqual(await memoryOf('hammer'), [
    '- `memory:project/supplier-limit` [moved: was func:src.yard.rivets.drive] 900 is the limit of the supplier.',
    '  `memory:project/supplier-limit --[TOUCHES]--> func:src.yard.rivets.hammer`',
  ]);
  assert.match((await memoryOf('basin.cool'))[0] ?? '', /\[moved: was func:src\.yard\.rivets\.cool\]/);
  const path = await ask('kg_path', { source: 'memory:slow-basin', target: 'src/yard/basin.py' });
  assert.match(path, /^`memory:project\/slow-basin --\[TOUCHES\]--> func:src\.yard\.basin\.cool`$/m);
});

test('what is gone is told with the commit that removed it', async () => {
  yard.delete('src/yard/paint.py');
  const commit = yard.commit('no paint any more');
  assert.match(await statesWith('gone', 1), /, 1 gone$/);
  const told = `[gone since ${commit.slice(0, 7)} "no paint any more"]`;
  // What git has to be asked is in the next answer when it takes long.
  const status = await askUntil('kg_status', {}, (text) => text.includes(told));
  assert.equal(
    section(status, 'Memories whose code has changed')[0],
    `- \`memory:project/red-lead\` ${told} on \`src/yard/paint.py::paint\``,
  );
  const context = await ask('kg_context', { file_path: 'memory:red-lead' });
  assert.deepEqual(section(context, 'Not in the code'), [`- \`src/yard/paint.py::paint\` ${told}`]);
});

test('a worktree has the same memory and states of its own', async () => {
  const first = yard.git('rev-list', '--max-parents=0', 'HEAD');
  const other = join(yard.root, '..', 'other');
  yard.git('worktree', 'add', '-q', '--detach', other, first);
  const there = new McpSession({ cwd: other, home });
  await there.open();
  const text = await ask('kg_context', { file_path: 'drive' }, there);
  assert.equal(
    section(text, 'Remembered here')[0],
    '- `memory:project/supplier-limit` 900 is the limit of the supplier.',
  );
  assert.match(
    await ask('kg_status', {}, there),
    /: 6 unchanged, 0 changed since, 0 moved, 0 unsure, 0 gone$/m,
  );
  await there.close();
});

test('a branch on which nothing has happened has nothing to tell', async () => {
  yard.git('switch', '-q', '-c', 'calm', yard.git('rev-list', '--max-parents=0', 'HEAD'));
  assert.match(await statesWith('unchanged', 6), /, 0 changed since, 0 moved, 0 unsure, 0 gone$/);
  yard.git('switch', '-q', 'main');
  assert.match(await statesWith('gone', 1), /^2 unchanged, 1 changed since, 2 moved, 0 unsure, 1 gone$/);
});

test('the status tells of decisions that have no code', async () => {
  yard.write(
    'docs/adr/0002-the-canteen.md',
    '# 2. The canteen\n\n## Status\n\nAccepted\n\n## Decision\n\nSoup on Mondays.\n',
  );
  const text = await askUntil('kg_status', {}, (status) => status.includes('Drift of decisions'));
  assert.deepEqual(section(text, 'Drift of decisions'), ['- `adr:0002` is accepted and governs no code']);
});
