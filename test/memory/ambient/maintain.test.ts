/** A pass of maintenance as the skill makes it: it stamps at its end, and what it notes on the way stamps nothing. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { measureDebt } from '../../../src/memory/debt.js';
import { DAY, World } from '../world.js';

it('a pass is resumed by its cursor and counts when it is stamped, by the clock of the server', () => {
  const world = new World();
  const session = world.session();
  world.put(session, 'slipway', 'The slipway is greased in spring '.repeat(20));
  const debt = () => measureDebt(world.project, world.now);
  assert.equal(debt().never_maintained, true);
  const progress = (task: string, state?: Record<string, unknown>) =>
    world.do({ kind: 'progress', session, task, level: 'project', ...(state !== undefined && { state }) });
  progress('maintain-cursor', { done: ['gists'] });
  assert.equal(debt().never_maintained, true, 'a pass that was broken off is none');
  assert.deepEqual(progress('maintain-cursor').state, { done: ['gists'] });
  progress('maintain', { gists: 1, last_ts: '2026-11-30T12:00:00Z' });
  assert.deepEqual([debt().never_maintained, debt().untended_days], [false, 0]);
  progress('maintain-cursor', { done: [] });
  world.now += 3 * DAY;
  assert.equal(debt().untended_days, 3, 'the cursor has left the stamp alone');
});
