import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesOf } from '../../../src/code/render/text.js';
import {
  BYTES_PER_TOKEN,
  type Document,
  inTurns,
  pageFrom,
  renderDocument,
} from '../../../src/code/render.js';

const STATE = 'Index: 2026-11-30T10:00:00Z; 0 files changed since.';

function render(document: Document, maxTokens: number): string {
  return renderDocument(document, { maxTokens, stateLine: STATE, cursorAt: (offset) => `at-${offset}` });
}

/** A document with `count` items; each says its own number in every form. */
function ovens(count: number, formLengths: readonly number[]): Document {
  const items = Array.from({ length: count }, (_, index) => ({
    section: index % 2,
    forms: formLengths.map((length) => `- oven ${index} ${'x'.repeat(length)}`),
  }));
  return {
    title: 'Ovens',
    intro: ['All that are hot.'],
    sections: [
      { heading: 'Gas', total: Math.ceil(count / 2), empty: 'None.' },
      { heading: 'Wood', total: Math.floor(count / 2), empty: 'None.', notes: ['Mind the smoke.'] },
    ],
    items,
    offset: 0,
    total: count,
    unit: 'ovens',
  };
}

test('all that fits is shown in its richest form, in its sections', () => {
  assert.equal(
    render(ovens(3, [2, 0]), 200),
    `# Ovens
All that are hot.

## Gas (2)
- oven 0 xx
- oven 2 xx

## Wood (1)
- oven 1 xx
Mind the smoke.

${STATE}`,
  );
});

test('what does not fit is said shorter, then cut, with exact totals and a cursor', () => {
  const shorter = render(ovens(8, [100, 5]), 200);
  assert.match(shorter, /- oven 7 xxxxx$/m);
  const cut = render(ovens(80, [100, 5]), 200);
  assert.match(cut, /^## Gas \(40\)$/m);
  assert.match(cut, /^(\d+) of 80 ovens shown\. For the rest: the same call with cursor "at-\1"\.$/m);
  assert.equal(cut.split('\n').at(-1), STATE);
});

test('items go before the words around them', () => {
  const wordy = { ...ovens(80, [60, 0]), intro: ['All that are hot.', 'x'.repeat(550)] };
  const text = render(wordy, 200);
  assert.match(
    text,
    /^# Ovens\nAll that are hot\.\n\(notes and empty lists left out: raise max_tokens\)\n\n## Gas \(40\)\n- oven 0 $/m,
  );
  assert.match(text, /^\d+ of 80 ovens shown\. For the rest: the same call with cursor/m);
  assert.ok((text.match(/^- oven/gm) ?? []).length >= 10);
});

test('a budget too small for one item says so instead of going round in circles', () => {
  const text = render(ovens(2, [2_000]), 200);
  assert.match(text, /^2 ovens not shown: raise max_tokens\.$/m);
  assert.ok(!text.includes('at-0'));
});

test('empty sections are said on the first page only', () => {
  const text = render(ovens(0, []), 200);
  assert.match(text, /## Gas \(0\)\nNone\./);
  const later = render({ ...ovens(5, [1]), items: ovens(5, [1]).items.slice(3), offset: 3 }, 200);
  assert.ok(!later.includes('Mind the smoke.'));
  assert.match(later, /^4–5 of 5 ovens shown; these are the last\.$/m);
});

const documents = fc.record({
  count: fc.nat(60),
  forms: fc
    .array(fc.nat(300), { minLength: 1, maxLength: 4 })
    .map((lengths) => lengths.sort((a, b) => b - a)),
  maxTokens: fc.integer({ min: 200, max: 2_000 }),
});

test('the budget is never exceeded, and the state is always the last line', () => {
  fc.assert(
    fc.property(documents, fc.string(), ({ count, forms, maxTokens }, title) => {
      const text = render({ ...ovens(count, forms), title: title.replace(/\n/g, ' ') }, maxTokens);
      assert.ok(bytesOf(text) <= maxTokens * BYTES_PER_TOKEN);
      assert.equal(text.split('\n').at(-1), STATE);
    }),
  );
});

test('following the cursors shows every item once', () => {
  fc.assert(
    fc.property(documents, ({ count, forms, maxTokens }) => {
      const whole = ovens(count, forms);
      const seen: number[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const text: string = render(pageFrom(whole, offset), maxTokens);
        seen.push(...[...text.matchAll(/^- oven (\d+)/gm)].map((match) => Number(match[1])));
        const next = text.match(/cursor "at-(\d+)"/)?.[1];
        assert.ok(next === undefined || Number(next) > offset);
        offset = next === undefined ? undefined : Number(next);
      }
      assert.deepEqual(
        seen.sort((a, b) => a - b),
        whole.items.map((_, index) => index),
      );
    }),
  );
});

test('items get fewer before they get bare, and bare before there are next to none', () => {
  const whole = ovens(40, [60, 30]);
  const items = whole.items.map((item, index) => ({ ...item, bare: `- bare ${index}` }));
  const some = render({ ...whole, items }, 200);
  assert.match(some, /^- oven 0 x{30}$/m);
  assert.ok(!some.includes('bare'));
  const large = ovens(40, [400, 300]).items.map((item, index) => ({ ...item, bare: `- bare ${index}` }));
  const few = render({ ...whole, items: large }, 200);
  assert.match(few, /^- bare 8$/m);
  assert.ok(!few.includes('oven 0'));
});

test('the lead stays whole while others give way, and when it must be cut it leaves half', () => {
  const whole = ovens(40, [60, 30]);
  const led = (forms: readonly string[]) => {
    const [first, ...rest] = whole.items;
    assert.ok(first);
    return render({ ...whole, items: [{ ...first, forms, isLead: true }, ...rest] }, 200);
  };
  const kept = led([`- lead ${'y'.repeat(250)}`, '- lead']);
  assert.match(kept, /^- lead y{250}$/m);
  assert.match(kept, /^- oven 2 x{30}$/m);
  const cut = led([450, 350, 280, 0].map((length) => `- lead ${'y'.repeat(length)}`));
  assert.match(cut, /^- lead y{280}$/m);
});

test('a list of which not all is shown says how much, and how to get it alone', () => {
  const [gas, wood] = ovens(60, [20]).sections;
  assert.ok(gas && wood);
  const sections = [
    { ...gas, rest: '`ask for gas`' },
    { ...wood, rest: '' },
  ];
  const text = render({ ...ovens(60, [20]), sections }, 200);
  assert.match(text, /^## Gas \(\d+ of 30\)$/m);
  assert.match(text, /^All of them: `ask for gas`$/m);
  assert.match(text, /^## Wood \(\d+ of 30\)$/m);
  assert.match(
    render({ ...ovens(4, [20]), sections: [{ ...gas, total: 2, rest: 'x' }, wood] }, 200),
    /^## Gas \(2\)$/m,
  );
});

test('a page behind the end says how many there are now', () => {
  const text = render({ ...ovens(2, [1]), items: [], offset: 5 }, 200);
  assert.match(text, /^Nothing is left to show: there are 2 ovens now\.$/m);
  assert.ok(!/\d–\d/.test(text));
});

test('lists take turns', () => {
  const item = (text: string) => ({ section: 0, forms: [text] });
  const lists = [['a1', 'a2', 'a3'], ['b1'], []].map((list) => list.map(item));
  assert.deepEqual(
    inTurns(lists).map(({ forms }) => forms[0]),
    ['a1', 'b1', 'a2', 'a3'],
  );
});
