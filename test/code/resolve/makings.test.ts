/** What instances were made with, nested in itself over and over: it comes to rest, whatever it is wrapped in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kind } from '../../../src/code/resolve/value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from '../../../src/code/resolve/value-table.js';
import { Values } from '../../../src/code/resolve/values.js';

/** More rounds than any circle of real code needs. */
const ROUNDS_MAX = 12;

type Wrap = (values: Values, crate: ValueId) => SetId;

const WRAPS: Readonly<Record<string, Wrap>> = {
  'by itself': (_, crate) => setOf(crate),
  'in a tuple': (values, crate) => values.tuple([setOf(crate), EMPTY_SET]),
  'in a list': (values, crate) => values.typed(7, setOf(crate)),
  'in a dictionary of tuples': (values, crate) => values.record([3, values.tuple([setOf(crate)])]),
  'in a method': (values, crate) =>
    setOf(values.value(Kind.METHOD, values.value(Kind.FUNCTION, 0, 4), crate)),
  'in a list among others': (values, crate) =>
    values.typed(7, values.union(setOf(crate), setOf(values.value(Kind.INSTANCE, 0, 9)))),
};

for (const [how, wrap] of Object.entries(WRAPS)) {
  test(`crate = Crate(crate) in a loop, ${how}, ends`, () => {
    const values = new Values();
    const crate = values.value(Kind.INSTANCE, 0, 1);
    const parameter = values.value(Kind.PARAMETER, 0, 2);
    let made = crate;
    for (let round = 0; ; round++) {
      const next = values.madeWith(crate, [parameter, wrap(values, made)]);
      if (next === made) break;
      assert.ok(round < ROUNDS_MAX, 'it grows and grows');
      made = next;
    }
    assert.equal(values.making(made)[0], parameter, 'what it was made with last is known');
    assert.equal(values.kind(made), Kind.INSTANCE);
  });
}
