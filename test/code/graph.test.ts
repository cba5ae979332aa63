import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildGraph } from '../../src/code/code-graph.js';
import type { Segment } from '../../src/code/model.js';
import { BAKERY } from '../support/bakery.js';
import { describeView } from '../support/describe-view.js';
import { naiveGraph } from '../support/naive-graph.js';
import {
  cleanSegments,
  editsArbitrary,
  segmentsArbitrary,
  settledSegment,
} from '../support/random-segments.js';

test('the bakery answers as the naive graph does', () => {
  assert.deepEqual(describeView(buildGraph(BAKERY).view), describeView(naiveGraph(BAKERY)));
});

test('any segments answer as the naive graph does', () => {
  fc.assert(
    fc.property(segmentsArbitrary, (segments) => {
      assert.deepEqual(
        describeView(buildGraph(segments).view),
        describeView(naiveGraph(cleanSegments(segments))),
      );
    }),
    { numRuns: 100 },
  );
});

test('a graph gives its segments back', () => {
  fc.assert(
    fc.property(segmentsArbitrary, (segments) => {
      const { view } = buildGraph(segments);
      assert.deepEqual(view.segmentKeys(), segments.map((segment) => segment.key).sort());
      for (const segment of segments) assert.deepEqual(view.segment(segment.key), settledSegment(segment));
      assert.equal(view.segment('nowhere.py'), undefined);
    }),
  );
});

test('edits laid on top answer as a clean build does, and so does what a rebuild makes of them', () => {
  fc.assert(
    fc.property(segmentsArbitrary, editsArbitrary, fc.nat(4), (segments, edits, rebuildAfter) => {
      const graph = buildGraph(segments);
      const expected = new Map(segments.map((segment) => [segment.key, segment]));
      for (const [number, { changed, removed }] of edits.entries()) {
        const before = graph.view;
        const answered = describeView(before);
        graph.replaceSegments(changed, removed);
        for (const key of removed) expected.delete(key);
        for (const segment of changed) expected.set(segment.key, segment);
        assertSame(graph.view, [...expected.values()]);
        assert.deepEqual(describeView(before), answered);
        if (number === rebuildAfter) for (const _ of graph.rebuild());
        assertSame(graph.view, [...expected.values()]);
      }
    }),
    { numRuns: 100 },
  );
});

function assertSame(view: ReturnType<typeof buildGraph>['view'], segments: readonly Segment[]): void {
  assert.deepEqual(describeView(view), describeView(naiveGraph(cleanSegments(segments))));
  for (const segment of segments) {
    assert.deepEqual(view.segment(segment.key), settledSegment(segment));
    assert.deepEqual(view.callsIn(segment.key), settledSegment(segment).unresolved);
  }
  assert.deepEqual(view.segmentKeys(), segments.map((segment) => segment.key).sort());
}
