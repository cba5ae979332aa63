/** What counts as looked at again, what the memory covers, and how seldom a nudge comes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  captureText,
  countLook,
  isNudgeDue,
  NUDGE_PAUSE_S,
  noteNudge,
  TARGET_PAUSE_S,
} from '../../../src/memory/ambient/capture.js';
import { isCovered } from '../../../src/memory/ambient/coverage.js';
import { fileTarget, searchTarget, type Target, webTarget } from '../../../src/memory/ambient/target.js';
import { NO_TOOL_EVENTS, type ToolEvents } from '../../../src/memory/store/tool-events.js';
import { graph, NOON, node, SHIPYARD } from '../world.js';

const keel: Target = { kind: 'read', name: 'src/hull/keel.py' };

function looks(target: Target, hosts: readonly string[], from: ToolEvents = NO_TOOL_EVENTS): ToolEvents {
  return hosts.reduce((events, host) => countLook(events, target, { host, now: NOON }), from);
}

function coveredBy(target: Target, more: Parameters<typeof node>[2], gist?: string): boolean {
  return isCovered(target, [graph([node('x', gist, more)])]);
}

describe('a target', () => {
  const file = (path: string) => fileTarget(path, SHIPYARD)?.name;

  it('is a path in the checkout, else an absolute one; what is made or thrown away is none', () => {
    assert.equal(file(`${SHIPYARD}/src/hull/keel.py`), 'src/hull/keel.py');
    assert.equal(file('/home/mira/drydock/keel.py'), '/home/mira/drydock/keel.py');
    for (const noise of [
      `${SHIPYARD}/node_modules/left/pad.js`,
      `${SHIPYARD}/.venv/lib/x.py`,
      `${SHIPYARD}/build/keel.o`,
      `${SHIPYARD}/.git/HEAD`,
      '/tmp/keel.py',
      '/home/mira/.claude/settings.json',
    ])
      assert.equal(file(noise), undefined, noise);
    const inTmp = fileTarget('/tmp/build/shipyard/src/keel.py', '/tmp/build/shipyard');
    assert.equal(inTmp?.name, 'src/keel.py', 'where a project lies says nothing about its files');
    assert.equal(file(`${SHIPYARD}/src/builder.py`), 'src/builder.py');
  });

  it('is an address in one form', () => {
    const forms = [
      'https://www.example.org/ships/?b=2&a=1',
      'http://example.org/ships?a=1&b=2#masts',
      'https://EXAMPLE.org/ships/?a=1&utm_source=mail&b=2',
    ];
    assert.deepEqual(
      new Set(forms.map((form) => webTarget(form)?.name)),
      new Set(['https://example.org/ships?a=1&b=2']),
    );
    assert.equal(webTarget('https://x.example/a?access_token=abc&q=1')?.name, 'https://x.example/a?q=1');
    for (const none of ['http://localhost:3000/', 'file:///etc/motd', 'no address'])
      assert.equal(webTarget(none), undefined);
    assert.equal(searchTarget('  Copper   Sheathing ')?.name, 'copper sheathing');
    assert.equal(searchTarget(`ghp_${'a1B2'.repeat(10)}`), undefined, 'a credential is not stored');
  });
});

describe('coverage', () => {
  it('goes by the parts of a path', () => {
    for (const [touch, isMeant] of [
      ['src/hull/keel.py', true],
      ['src/hull/keel.py:30-40 (the scarf joint)', true],
      ['./hull/keel.py', true],
      [`${SHIPYARD}/src/hull/keel.py`, true],
      ['keel.py', true],
      ['src/hull/', true],
      ['src/hull', true],
      ['el.py', false],
      ['src/hull/keel.pyx', false],
      ['src/mast/keel.py', false],
      ['src/', false],
      ['hu', false],
    ] as const)
      assert.equal(coveredBy(keel, { touches: [touch] }), isMeant, touch);
    const init: Target = { kind: 'read', name: 'src/hull/__init__.py' };
    assert.equal(coveredBy(init, { touches: ['__init__.py'] }), false, 'every folder has one');
  });

  it('looks into gists, notes, edges and all tiers', () => {
    assert.ok(coveredBy(keel, {}, 'the scarf joint in src/hull/keel.py is glued'));
    assert.ok(coveredBy(keel, { notes: ['see hull/keel.py, line 3'] }));
    assert.ok(coveredBy(keel, { touches: ['src/hull/keel.py'], _archived: true, _orphaned_ts: 1 }));
    assert.ok(!coveredBy(keel, {}, 'all of src/hull/ is old'), 'prose about a folder says nothing of a file');
    assert.ok(isCovered(keel, [graph([node('x')], ['x defined-in src/hull/keel.py'])]));
    assert.ok(!isCovered(keel, [graph([node('x')], ['x defined-in src/hull/mast.py'])]));
  });

  it('compares addresses and the words of searches', () => {
    const page = webTarget('https://example.org/ships/copper/');
    const search = searchTarget('copper sheathing nails');
    assert.ok(page !== undefined && search !== undefined);
    assert.ok(coveredBy(page, { touches: ['http://www.example.org/ships/copper#nails'] }));
    assert.ok(coveredBy(page, { touches: ['https://example.org/ships'] }));
    assert.ok(!coveredBy(page, { touches: ['https://example.org/'] }));
    assert.ok(!coveredBy(page, { touches: ['https://example.org/ships/cop'] }));
    assert.ok(coveredBy(search, {}, 'nails of copper hold the sheathing'));
    assert.ok(!coveredBy(search, {}, 'nails of copper'));
  });
});

describe('a nudge', () => {
  const session = '5e550000';

  it('is never due at a first look, nor while one conversation reads on', () => {
    assert.equal(isNudgeDue(looks(keel, ['a']), keel, { session, now: NOON }), false);
    assert.equal(isNudgeDue(looks(keel, ['a', 'a', 'a']), keel, { session, now: NOON }), false);
    assert.equal(isNudgeDue(looks(keel, ['a', 'b']), keel, { session, now: NOON }), true);
    const page: Target = { kind: 'web', name: 'https://example.org/ships' };
    assert.equal(isNudgeDue(looks(page, ['a']), page, { session, now: NOON }), false);
    assert.equal(isNudgeDue(looks(page, ['a', 'a']), page, { session, now: NOON }), true);
  });

  it('comes once a day for a target, once in ten minutes and three times for a session', () => {
    const targets = ['a', 'b', 'c', 'd', 'e'].map(
      (name): Target => ({ kind: 'read', name: `src/${name}.py` }),
    );
    let events = targets.reduce((all, target) => looks(target, ['one', 'two'], all), NO_TOOL_EVENTS);
    const due = (at: number, now: number) => {
      const target = targets[at];
      assert.ok(target !== undefined);
      const isDue = isNudgeDue(events, target, { session, now });
      if (isDue) events = noteNudge(events, target, { session, now });
      return isDue;
    };
    assert.deepEqual(
      [due(0, NOON), due(1, NOON + 1), due(1, NOON + NUDGE_PAUSE_S - 1)],
      [true, false, false],
    );
    assert.deepEqual([due(1, NOON + 600), due(2, NOON + 1_200), due(3, NOON + 1_800)], [true, true, false]);
    const [first] = targets;
    assert.ok(first !== undefined);
    const other = (now: number) => isNudgeDue(events, first, { session: '5e550001', now });
    assert.deepEqual([other(NOON + TARGET_PAUSE_S - 1), other(NOON + TARGET_PAUSE_S)], [false, true]);
  });

  it('has a call that is ready', () => {
    const text = captureText(looks(keel, ['a', 'b']), keel, session);
    assert.match(text, /"src\/hull\/keel\.py" was read in 2 conversations, and no node refers to it/);
    assert.match(
      text,
      /kg_put_node\(session_id="5e550000", level="project", .*touches=\["src\/hull\/keel\.py"\]\)/,
    );
  });
});
