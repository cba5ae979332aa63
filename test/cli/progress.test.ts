import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PhaseTimes } from '../../src/cli/phase-times.js';
import { ProgressBar, ProgressLines } from '../../src/cli/progress.js';
import type { IndexPhase } from '../../src/code/project-face.js';

/** A terminal that remembers what was written. */
function screenOf(columns: number) {
  const written: string[] = [];
  return { written, write: (text: string) => written.push(text), columns: () => columns };
}

/** A clock whose hands the test moves. */
function handClock() {
  let time = 0;
  return { now: () => time, elapsed: () => time, pass: (ms: number) => (time += ms) };
}

const at = (phase: IndexPhase, done = 0, total = 0) => ({ phase, done, total });

describe('the progress bar', () => {
  it('is drawn over itself, at once for a new phase, else ten times a second', () => {
    const screen = screenOf(80);
    const clock = handClock();
    const bar = new ProgressBar(screen, clock);
    bar.report(at('scanning'));
    bar.report(at('parsing', 0, 200));
    clock.pass(50);
    bar.report(at('parsing', 50, 200));
    clock.pass(50);
    bar.report(at('parsing', 100, 200));
    bar.report(at('ready'));
    assert.deepEqual(screen.written, [
      '\r\x1b[Kscanning',
      '\r\x1b[K░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0 % parsing, 0 of 200',
      '\r\x1b[K███████████████░░░░░░░░░░░░░░░  50 % parsing, 100 of 200',
      '\r\x1b[K',
    ]);
  });

  it('goes away for a line of text, and only if it is there', () => {
    const screen = screenOf(80);
    const bar = new ProgressBar(screen, handClock());
    bar.clear();
    bar.report(at('linking', 1, 2));
    bar.clear();
    bar.clear();
    assert.equal(screen.written.filter((text) => text === '\r\x1b[K').length, 1);
  });

  it('fits the terminal', () => {
    const screen = screenOf(40);
    new ProgressBar(screen, handClock()).report(at('parsing', 1, 2));
    assert.deepEqual(screen.written, ['\r\x1b[K███████████████░░░░░░░░░░░░░░░  50 % pa']);
  });
});

describe('progress in lines', () => {
  it('says nothing in a short run and a line every three seconds in a long one', () => {
    const written: string[] = [];
    const clock = handClock();
    const lines = new ProgressLines((text) => written.push(text), clock);
    for (let done = 0; done < 8; done++) {
      lines.report(at('parsing', done, 8));
      clock.pass(1_000);
    }
    lines.report(at('ready'));
    assert.deepEqual(written, ['parsing, 3 of 8\n', 'parsing, 6 of 8\n']);
  });
});

describe('time by phase', () => {
  it('is read off the progress', () => {
    const clock = handClock();
    const times = new PhaseTimes(clock);
    clock.pass(3);
    for (const [phase, ms] of [
      ['scanning', 5],
      ['parsing', 20],
      ['parsing', 10],
      ['linking', 7],
      ['ready', 99],
    ] as const) {
      times.report(at(phase));
      clock.pass(ms);
    }
    assert.deepEqual(times.list(), [
      { name: 'loading', ms: 3 },
      { name: 'scanning', ms: 5 },
      { name: 'parsing', ms: 30 },
      { name: 'linking', ms: 7 },
    ]);
  });
});
