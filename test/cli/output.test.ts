import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { printOutcome } from '../../src/cli/output.js';

/** A stream that remembers its pieces, or fails with a code at the n-th. */
function streamThat(failsAt = Number.POSITIVE_INFINITY, code = 'ENOSPC') {
  const pieces: string[] = [];
  const stream = new Writable({
    highWaterMark: 16,
    decodeStrings: false,
    write(chunk, _encoding, done) {
      pieces.push(String(chunk));
      const error = Object.assign(new Error(code), { code });
      if (pieces.length >= failsAt) setImmediate(done, error);
      else setImmediate(done);
    },
  });
  stream.on('error', () => pieces.push(`<${code}>`));
  return { stream, pieces };
}

const QUIET = new AbortController().signal;
const PLAIN = { command: 'bake', isJson: false, isColored: false, signal: QUIET };

describe('what is printed', () => {
  it('is the text with a line end, or nothing at all', async () => {
    const { stream, pieces } = streamThat();
    await printOutcome(stream, { text: 'twelve loaves' }, PLAIN);
    await printOutcome(stream, { text: '' }, PLAIN);
    assert.equal(pieces.join(''), 'twelve loaves\n');
  });

  it('is one line of JSON for programs', async () => {
    const { stream, pieces } = streamThat();
    await printOutcome(stream, { text: 'twelve loaves', result: { loaves: 12 } }, { ...PLAIN, isJson: true });
    assert.equal(pieces.join(''), '{"schemaVersion":1,"command":"bake","result":{"loaves":12}}\n');
  });

  it('wraps a long document without joining it', async () => {
    const { stream, pieces } = streamThat();
    const document = ['[', ...Array.from({ length: 50 }, (_, at) => `${at},`), '50]'];
    await printOutcome(stream, { document }, { ...PLAIN, isJson: true });
    assert.equal(JSON.parse(pieces.join('')).result.length, 51);
    assert.ok(pieces.length > 50);
  });

  it('stops when the run is ended', async () => {
    const { stream, pieces } = streamThat();
    const ending = new AbortController();
    function* endless(): Generator<string> {
      for (let at = 0; ; at++) {
        if (at === 20) ending.abort();
        yield 'crumb ';
      }
    }
    const printed = printOutcome(stream, { document: endless() }, { ...PLAIN, signal: ending.signal });
    await assert.rejects(printed, { name: 'AbortError' });
    assert.ok(pieces.length <= 20);
  });

  it('is a failure when the disk is full, and none when the reader has gone', async () => {
    const document = Array.from({ length: 50 }, () => 'a loaf and another one ');
    const full = streamThat(3, 'ENOSPC');
    await assert.rejects(printOutcome(full.stream, { document }, PLAIN), {
      code: 'io',
      message: 'cannot write stdout (ENOSPC)',
    });
    const gone = streamThat(3, 'EPIPE');
    await printOutcome(gone.stream, { document }, PLAIN);
    assert.ok(gone.pieces.length < 10);
  });
});
