/**
 * Memories pinned in a shipyard, then its history: each change is made on the disk, indexed as a server would, and the states of
 * the anchors are read.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AnchorView, Hints, MemoryLinks } from '../../src/bridge/anchor-view.js';
import { linkMemory } from '../../src/bridge/links.js';
import { pinTouches } from '../../src/bridge/pin.js';
import { rememberedAt } from '../../src/bridge/remembered.js';
import { renewedInSteps } from '../../src/bridge/renew.js';
import { staleMemories } from '../../src/bridge/stale.js';
import { stateWords } from '../../src/bridge/words.js';
import type { GraphView } from '../../src/code/graph.js';
import { openProject, type Project } from '../../src/index.js';
import type { Anchor } from '../../src/memory/anchor.js';
import { buildGraph } from '../../src/memory/build-graph.js';
import type { MemoryGraph } from '../../src/memory/model.js';
import { nodeAt } from '../support/bakery.js';
import { GitProject } from '../support/git-project.js';

const HULL = `from yard.tools import measure


class Hull:
    """What floats."""

    def __init__(self, length):
        self.length = length
        self.planks = []

    def lay_planks(self, wood):
        for rib in range(self.length):
            width = measure(rib, wood)
            if width > 3:
                self.planks.append((rib, wood, width))
            else:
                self.planks.append((rib, 'thin', width))
        return len(self.planks)

    def caulk_seams(self, tar):
        seams = [plank for plank in self.planks if plank[1] != 'thin']
        for rib, wood, width in seams:
            tar.pour(rib, width * 2)
            tar.cool(wood)
        return tar


def launch(hull, tide):
    if tide.height < hull.length:
        raise ValueError('the tide is too low')
    hull.caulk_seams(tide.tar)
    return tide.carry(hull)
`;

const TOOLS = `def measure(rib, wood):
    base = {'oak': 4, 'pine': 3, 'elm': 5}
    bend = rib * 0.25 + base.get(wood, 2)
    return round(bend * 12) / 12


def sharpen(blade):
    for stroke in range(20):
        blade.edge += stroke / 40
        blade.heat += 1
    return blade
`;

const FILES = { 'src/yard/__init__.py': '', 'src/yard/hull.py': HULL, 'src/yard/tools.py': TOOLS };

const PLANKS = 'func:src.yard.hull.Hull.lay_planks';
const TOUCHES = [
  'src/yard/hull.py',
  'class Hull',
  'Hull.lay_planks',
  'src/yard/hull.py:12-14',
  'Hull.__init__',
  'launch()',
  'tools.sharpen',
  'a thought about wood',
];

describe('a shipyard', () => {
  const yard = new GitProject(FILES);
  const place = { root: yard.root, main: yard.root };
  let project: Project;
  let anchors: readonly Anchor[];

  before(async () => {
    project = await openProject(yard.root, { settings: { watch_enabled: 'false' } });
    const view = viewOf(project);
    anchors = pinTouches(view, TOUCHES, {
      place,
      level: 'project',
      now: 1_795_000_000,
      commit: '0123456789ab',
    });
  });
  after(async () => {
    await project.close();
    yard.remove();
  });

  const memory = (pinned = anchors): MemoryGraph => {
    return buildGraph(
      [{ id: 'planks', gist: 'planks are laid from the keel', touches: TOUCHES, _anchors: pinned }],
      [],
    );
  };

  /** Makes the tree hold these files and no others, and reads the anchors. */
  const afterwards = async (files: Readonly<Record<string, string>>, hints?: Hints) => {
    for (const path of yard.git('ls-files', '--cached', '--others', '--exclude-standard').split('\n'))
      yard.delete(path);
    for (const [path, text] of Object.entries({ 'src/yard/__init__.py': '', ...files }))
      yard.write(path, text);
    yard.git('add', '-A');
    await reindex(project);
    const view = viewOf(project);
    const links = linkMemory(view, [{ level: 'project', graph: memory() }], place, hints);
    return { view, links, states: statesOf(view, links) };
  };

  it('keeps what is written, and prints of what it names', () => {
    assert.deepEqual(
      anchors.map(({ touch, id, lines }) => [touch, id, lines]),
      [
        ['src/yard/hull.py', 'file:src/yard/hull.py', undefined],
        ['class Hull', 'class:src.yard.hull.Hull', undefined],
        ['Hull.lay_planks', PLANKS, undefined],
        ['src/yard/hull.py:12-14', PLANKS, [1, 3]],
        ['Hull.__init__', 'func:src.yard.hull.Hull.__init__', undefined],
        ['launch()', 'func:src.yard.hull.launch', undefined],
        ['tools.sharpen', 'func:src.yard.tools.sharpen', undefined],
      ],
    );
    for (const { print, near, commit } of anchors) {
      assert.equal(print.length, 32);
      assert.ok(near.length > 7 && near.length < 200, near);
      assert.equal(commit, '0123456789ab');
    }
  });

  it('is fresh when nothing has changed, and after a formatter', async () => {
    const { states } = await afterwards(FILES);
    assert.deepEqual(new Set(Object.values(states)), new Set(['fresh', 'text']));
    const formatted = HULL.replace(
      '(rib, wood, width))',
      '(\n    rib,\n    wood,\n    width,\n))',
    ).replaceAll("'", '"');
    const { states: after } = await afterwards({ ...FILES, 'src/yard/hull.py': `\n\n${formatted}` });
    assert.deepEqual(new Set(Object.values(after)), new Set(['fresh', 'text']));
  });

  it('tells one changed line, and by how much; lines move along', async () => {
    const { view, links, states } = await afterwards({
      ...FILES,
      'src/yard/hull.py': `# A yard.\n${HULL.replace('width > 3', 'width > 4')}`,
    });
    assert.equal(states['Hull.lay_planks'], 'changed');
    assert.equal(states['launch()'], 'fresh');
    const anchor = anchorOf(links, 'src/yard/hull.py:12-14');
    assert.deepEqual(anchor.lines, [13, 15]);
    assert.ok(anchor.changed > 0 && anchor.changed < 0.4, String(anchor.changed));
    assert.match(stateWords(view, anchor), /^changed since 2026-11-18 \(about \d+ %\)$/);
    assert.deepEqual(
      staleMemories(links).map(({ id }) => id),
      ['planks'],
    );
  });

  it('takes a whole in which little has changed for what it was, and no function or line', async () => {
    const docks = Array.from({ length: 40 }, (_, at) => {
      return `    def berth_${at}(self, ship):\n        return self.moor(ship, ${at}, ship.mast_${at})\n`;
    });
    const text = `class Quay:\n${docks.join('\n')}`;
    const touches = [
      'src/yard/quay.py',
      'class Quay',
      'Quay.berth_7',
      'src/yard/quay.py:2-3',
      'Quay.berth_9',
    ];
    const { view } = await afterwards({ 'src/yard/quay.py': text });
    const graph = buildGraph(
      touches.map((touch, at) => {
        const _anchors = pinTouches(view, [touch], { place, level: 'project', now: 1_795_000_000 });
        return { id: `${at}`, gist: touch, touches: [touch], _anchors };
      }),
      [],
    );
    const header = '# Copyright the yard and its heirs.\n';
    const edited = text.replace('ship, 7,', 'ship, 8,').replace('ship, 0,', 'ship, 1,');
    const { view: later } = await afterwards({ 'src/yard/quay.py': `${header}${edited}` });
    const links = linkMemory(later, [{ level: 'project', graph }], place);
    assert.deepEqual(
      links.memories.map(({ anchors: [anchor] }) => anchor?.state),
      ['fresh', 'fresh', 'changed', 'changed', 'fresh'],
    );
    assert.deepEqual(new Set(staleMemories(links).map(({ id }) => id)), new Set(['2', '3']));
  });

  it('follows a renamed function', async () => {
    const renamed = HULL.replaceAll('lay_planks', 'plank_over').replace('def launch', 'def slide_down');
    const { view, links, states } = await afterwards({ ...FILES, 'src/yard/hull.py': renamed });
    assert.equal(states['Hull.lay_planks'], 'moved func:src.yard.hull.Hull.plank_over');
    assert.equal(states['src/yard/hull.py:12-14'], 'moved func:src.yard.hull.Hull.plank_over');
    assert.equal(states['launch()'], 'moved func:src.yard.hull.slide_down');
    assert.equal(stateWords(view, anchorOf(links, 'launch()')), 'moved: was func:src.yard.hull.launch');
  });

  it('follows what moved to another file, another class, a renamed file, a package', async () => {
    const { states: moved } = await afterwards({
      ...FILES,
      'src/yard/tools.py': TOOLS.slice(0, TOOLS.indexOf('def sharpen')),
      'src/yard/blades.py': TOOLS.slice(TOOLS.indexOf('def sharpen')),
    });
    assert.equal(moved['tools.sharpen'], 'moved func:src.yard.blades.sharpen');
    const split = HULL.replace('    def lay_planks', '\n\nclass Planking:\n    def lay_planks');
    const { states: other } = await afterwards({ ...FILES, 'src/yard/hull.py': split });
    assert.equal(other['Hull.lay_planks'], 'moved func:src.yard.hull.Planking.lay_planks');
    const { 'src/yard/hull.py': text, ...rest } = FILES;
    const { states: file } = await afterwards({ ...rest, 'src/yard/ship.py': text });
    assert.equal(file['src/yard/hull.py'], 'moved file:src/yard/ship.py');
    assert.equal(file['class Hull'], 'moved class:src.yard.ship.Hull');
    // Three words, which any class may have: what stands around them tells.
    assert.equal(file['Hull.__init__'], 'moved func:src.yard.ship.Hull.__init__');
    const { states: packaged } = await afterwards({
      ...rest,
      'src/yard/hull/__init__.py': '',
      'src/yard/hull/core.py': text,
    });
    assert.equal(packaged['Hull.lay_planks'], 'moved func:src.yard.hull.core.Hull.lay_planks');
    assert.equal(packaged['src/yard/hull.py'], 'moved file:src/yard/hull/core.py');
    const { states: halved } = await afterwards({
      ...rest,
      'src/yard/hull/__init__.py': text.slice(0, text.indexOf('    def caulk_seams')),
      'src/yard/hull/launch.py': text.slice(text.indexOf('def launch')),
    });
    assert.equal(halved['src/yard/hull.py'], 'moved file:src/yard/hull/__init__.py');
  });

  it('follows both halves of a file that was split, and asks where the file is', async () => {
    const { 'src/yard/hull.py': text, ...rest } = FILES;
    const at = text.indexOf('def launch');
    const { states } = await afterwards({
      ...rest,
      'src/yard/body.py': text.slice(0, at),
      'src/yard/slipway.py': text.slice(at),
    });
    assert.equal(states['Hull.lay_planks'], 'moved func:src.yard.body.Hull.lay_planks');
    assert.equal(states['launch()'], 'moved func:src.yard.slipway.launch');
    assert.match(states['src/yard/hull.py'] ?? '', /^(?:moved|unsure) file:src\/yard\/body\.py$/);
  });

  it('tells what is gone, with the commit when git knows', async () => {
    const removal = { commit: 'fedcba9876543210', subject: 'no blades\u001b[31m', date: '2026-11-20' };
    const hints: Hints = {
      removed: (path, name) => (`${path} ${name}` === 'src/yard/tools.py sharpen' ? removal : undefined),
    };
    const files = { ...FILES, 'src/yard/tools.py': TOOLS.slice(0, TOOLS.indexOf('def sharpen')) };
    const { view, links, states } = await afterwards(files, hints);
    assert.equal(states['tools.sharpen'], 'gone');
    assert.equal(
      stateWords(view, anchorOf(links, 'tools.sharpen')),
      'gone since fedcba9 "no blades\\x1b[31m"',
    );
    const remembered = rememberedAt(view, links, [nodeAt(view, 'file:src/yard/tools.py')]);
    assert.deepEqual(
      remembered.map(({ memory: { id }, anchor, nearness }) => [id, anchor.touch, nearness]),
      [['planks', 'tools.sharpen', 'inside']],
    );
  });

  it('takes no sibling and no twin for what is gone', async () => {
    const twin = `${TOOLS}\n\ndef sharpen_axe(axe):\n    for stroke in range(20):\n        axe.edge += stroke / 40\n        axe.heat += 1\n    return axe\n`;
    await afterwards({ ...FILES, 'src/yard/tools.py': twin });
    const view = viewOf(project);
    const pinned = pinTouches(view, TOUCHES, { place, level: 'project', now: 1 });
    await afterwards({
      ...FILES,
      'src/yard/tools.py':
        twin.slice(0, twin.indexOf('def sharpen(')) + twin.slice(twin.indexOf('def sharpen_axe')),
    });
    const links = linkMemory(viewOf(project), [{ level: 'project', graph: memory(pinned) }], place);
    assert.match(anchorOf(links, 'tools.sharpen').state, /^(?:gone|unsure)$/);
  });

  it('asks whether what stands where something was lost is it', async () => {
    const { states } = await afterwards({
      ...FILES,
      'src/yard/tools.py': TOOLS.replace('def sharpen(', 'def hone(')
        .replace('range(20)', 'blade.strokes(wet=True)')
        .replace('blade.heat += 1', 'blade.wipe()'),
    });
    assert.match(states['tools.sharpen'] ?? '', /^(?:moved|unsure) func:src\.yard\.tools\.hone$/);
  });

  it('goes where the text went when its name was given to another', async () => {
    const { states } = await afterwards({
      ...FILES,
      'src/yard/tools.py': `${TOOLS.replace('def sharpen(', 'def grind(')}\n\ndef sharpen(blade):\n    """By hand, in the old way, as long as the light lasts."""\n    return [grind(blade) for turn in blade.turns if turn.light and not turn.rain]\n`,
    });
    assert.equal(states['tools.sharpen'], 'moved func:src.yard.tools.grind');
  });

  const renewed = (view: GraphView, links: MemoryLinks, now: number) =>
    [...renewedInSteps(view, links, { place, now })].flat();

  it('stores where things went, as what they were, and what was never pinned', async () => {
    const { view, links } = await afterwards({
      ...FILES,
      'src/yard/hull.py': HULL.replaceAll('lay_planks', 'plank_over'),
    });
    const [moved, ...others] = renewed(view, links, 1_795_500_000);
    assert.deepEqual(others, []);
    assert.deepEqual(moved?.of, { id: 'planks' });
    const planks = moved?.anchors.find(({ touch }) => touch === 'Hull.lay_planks');
    const before = anchors.find(({ touch }) => touch === 'Hull.lay_planks');
    assert.deepEqual(
      { ...planks, near: '' },
      { ...before, near: '', id: 'func:src.yard.hull.Hull.plank_over', was: PLANKS },
    );
    const again = linkMemory(view, [{ level: 'project', graph: memory(moved?.anchors) }], place);
    assert.equal(anchorOf(again, 'Hull.lay_planks').state, 'fresh');
    assert.deepEqual(renewed(view, again, 2), []);
    const onBranch = anchors.map((anchor) => ({ ...anchor, branch: 'rush' }));
    const branched = linkMemory(view, [{ level: 'project', graph: memory(onBranch) }], place);
    assert.equal(anchorOf(branched, 'Hull.lay_planks').state, 'moved');
    const [merged] = renewed(view, branched, 2);
    const marked = merged?.anchors.flatMap(({ touch, branch }) => (branch === undefined ? [] : [touch]));
    assert.deepEqual(marked, ['Hull.lay_planks', 'src/yard/hull.py:12-14'], 'the branch may be ahead');
    const never = linkMemory(view, [{ level: 'project', graph: memory([]) }], place);
    assert.equal(anchorOf(never, 'launch()').state, 'linked');
    const [pinned] = renewed(view, never, 3);
    assert.deepEqual(
      pinned?.anchors.map(({ touch, ts }) => [touch, ts]),
      [
        ['src/yard/hull.py', 3],
        ['class Hull', 3],
        ['src/yard/hull.py:12-14', 3],
        ['Hull.__init__', 3],
        ['launch()', 3],
        ['tools.sharpen', 3],
      ],
    );
  });

  it('is a view of each branch and worktree: the same memory, other states', async () => {
    const { links } = await afterwards(FILES);
    assert.equal(links.counts.fresh, 7);
    yard.git('checkout', '-q', '-b', 'rush');
    const { states } = await afterwards({
      ...FILES,
      'src/yard/hull.py': HULL.replaceAll('lay_planks', 'plank_over'),
    });
    yard.commit('plank over');
    assert.equal(states['Hull.lay_planks'], 'moved func:src.yard.hull.Hull.plank_over');
    yard.git('checkout', '-q', 'main');
    await reindex(project);
    const back = linkMemory(viewOf(project), [{ level: 'project', graph: memory() }], place);
    assert.equal(back.counts.fresh, 7);
    const root = `${yard.root}-rush`;
    yard.git('worktree', 'add', '-q', root, 'rush');
    const beside = await openProject(root, { settings: { watch_enabled: 'false' } });
    const there = { root, main: yard.root, worktree: root };
    const seen = linkMemory(viewOf(beside), [{ level: 'project', graph: memory() }], there);
    await beside.close();
    assert.equal(anchorOf(seen, 'Hull.lay_planks').state, 'moved');
    assert.equal(anchorOf(seen, 'launch()').state, 'fresh');
  });

  it('is at what its edges end in, too; an end that is no code is none', async () => {
    const { view } = await afterwards(FILES);
    const graph = buildGraph(
      [
        { id: 'tar', gist: 'tar is poured hot', touches: ['Hull.caulk_seams'] },
        { id: 'oak', gist: 'oak bends' },
      ],
      [
        { from: 'oak', to: 'tools.measure', rel: 'explains' },
        { from: PLANKS, to: 'oak', rel: 'needs' },
        { from: 'oak', to: 'tar', rel: 'goes_with' },
        { from: 'oak', to: 'https://yard.example/oak', rel: 'see' },
      ],
    );
    const links = linkMemory(view, [{ level: 'project', graph }], place);
    assert.deepEqual(
      links.memories.flatMap(({ id, anchors }) =>
        anchors.map(({ rel, direction, node, state }) => [id, rel, direction, node && view.id(node), state]),
      ),
      [
        ['oak', 'explains', 'out', 'func:src.yard.tools.measure', 'linked'],
        ['oak', 'needs', 'in', PLANKS, 'linked'],
        ['tar', undefined, undefined, 'func:src.yard.hull.Hull.caulk_seams', 'linked'],
      ],
    );
    assert.equal(links.of('project', 'oak')?.anchors.length, 2);
  });
});

async function reindex(project: Project): Promise<void> {
  await project.reindex({ llm: false }, () => undefined, new AbortController().signal);
}

function viewOf(project: Project): GraphView {
  const view = project.view();
  assert.ok(view !== undefined);
  return view;
}

function anchorOf(links: MemoryLinks, touch: string): AnchorView {
  const found = links.memories.flatMap(({ anchors }) => anchors).find((each) => each.touch === touch);
  assert.ok(found !== undefined, touch);
  return found;
}

/** By touch: `fresh`, `moved func:…`. */
function statesOf(view: GraphView, links: MemoryLinks): Readonly<Record<string, string>> {
  const anchors = links.memories.flatMap((memory) => memory.anchors);
  return Object.fromEntries(
    anchors.map(({ touch, state, node }) => {
      const isElsewhere = (state === 'moved' || state === 'unsure') && node !== undefined;
      return [touch, isElsewhere ? `${state} ${view.id(node)}` : state];
    }),
  );
}
