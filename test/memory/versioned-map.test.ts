/** Large maps in versions: each is what a `Map` would be that had got the same, whatever happened to the ones after it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { differingKeys, nextVersion } from '../../src/memory/versioned-map.js';

// Beyond what is simply copied.
const BERTHS = 300;

interface Ship {
  readonly name: string;
}

const change = fc.record({
  key: fc.integer({ min: 0, max: BERTHS + 20 }).map((at) => `berth-${at}`),
  isLeaving: fc.boolean(),
});
const versions = fc.array(fc.array(change, { maxLength: 30 }), { minLength: 1, maxLength: 8 });

test('each version is what a map would be, and stays so', () => {
  fc.assert(
    fc.property(versions, (changes) => {
      let map: ReadonlyMap<string, Ship> = harbour();
      const kept = [{ map, twin: new Map(map) }];
      for (const each of changes) {
        const next = nextVersion(map);
        const twin = new Map(map);
        for (const { key, isLeaving } of each) {
          const ship = { name: `ship at ${key}` };
          if (isLeaving) assert.equal(next.delete(key), twin.delete(key));
          else {
            next.set(key, ship);
            twin.set(key, ship);
          }
          assert.equal(next.get(key), twin.get(key));
        }
        map = next;
        kept.push({ map, twin });
      }
      for (const version of kept) assertSame(version.map, version.twin);
      for (const [at, after] of kept.entries()) {
        const before = kept[at - 1] ?? after;
        const keys = new Set([...before.twin.keys(), ...after.twin.keys()]);
        const wanted = [...keys].filter((key) => before.twin.get(key) !== after.twin.get(key));
        assert.deepEqual(differingKeys(before.map, after.map).sort(), wanted.sort());
      }
    }),
  );
});

test('what is added again and again makes new places, in order', () => {
  let map: ReadonlyMap<string, Ship> = harbour();
  const twin = new Map(map);
  for (let at = 0; at < 3 * BERTHS; at += 1) {
    const [key, ship] = [`pier-${at}`, { name: `barge ${at}` }];
    const next = nextVersion(map);
    next.set(key, ship);
    twin.set(key, ship);
    if (at % 3 === 0) {
      next.delete(`berth-${at}`);
      twin.delete(`berth-${at}`);
    }
    map = next;
  }
  assertSame(map, twin);
});

function harbour(): Map<string, Ship> {
  return new Map(Array.from({ length: BERTHS }, (_, at) => [`berth-${at}`, { name: `ship ${at}` }]));
}

function assertSame(map: ReadonlyMap<string, Ship>, twin: ReadonlyMap<string, Ship>): void {
  assert.equal(map.size, twin.size);
  assert.deepEqual([...map], [...twin]);
  assert.deepEqual([...map.keys()], [...twin.keys()]);
  assert.deepEqual([...map.values()], [...twin.values()]);
  const visited: [string, Ship][] = [];
  map.forEach((ship, key) => {
    visited.push([key, ship]);
  });
  assert.deepEqual(visited, [...twin]);
  assert.equal(map.has('berth-0'), twin.has('berth-0'));
}
