/** The answers of the solver in circles: the least fixed point, whatever each round of a circle has asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Solver } from '../../../src/code/resolve/solver.js';
import { EMPTY_SET, NONE_SET } from '../../../src/code/resolve/value-table.js';
import { Values } from '../../../src/code/resolve/values.js';

const MILL = 0;
const FLOUR = 1;
const BRAN = 2;

test('what only the first round of a circle asks is asked anew once the circle is settled', () => {
  const values = new Values();
  const solver: Solver = new Solver(values, {
    compute: (kind) => {
      if (kind !== MILL) return solver.ask(mill);
      const beside = solver.ask(flour) === EMPTY_SET ? solver.ask(bran) : EMPTY_SET;
      return values.union(NONE_SET, beside);
    },
    isList: () => false,
  });
  const mill = solver.add(MILL, 0, 0, 0);
  const flour = solver.add(FLOUR, 0, 0, 0);
  const bran = solver.add(BRAN, 0, 0, 0);
  assert.equal(solver.answer(mill), NONE_SET);
  assert.equal(solver.answer(bran), NONE_SET);
});
