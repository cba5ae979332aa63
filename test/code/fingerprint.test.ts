import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  FINGERPRINT_LENGTH,
  Fingerprinter,
  likeness,
  sameText,
  textSize,
} from '../../src/code/fingerprint.js';

const RECIPE = `
    total = sum(item.weight for item in basket.items)
    if total > self.limit:
        raise TooHeavy(total, limit=self.limit)
    for item in basket.items:
        self.shelf.append(item)
        item.place = self.name
    return len(basket.items)
`;

function fingerprint(text: string, from = 0, to = text.length): string {
  const prints = new Fingerprinter();
  prints.read(text);
  return prints.of(from, to);
}

describe('a fingerprint', () => {
  it('is short, and the same for the same text', () => {
    assert.equal(fingerprint(RECIPE).length, FINGERPRINT_LENGTH);
    assert.equal(fingerprint(RECIPE), fingerprint(RECIPE));
    assert.equal(fingerprint(''), '');
    assert.equal(fingerprint(' ,\n'), '');
  });

  it('does not see what a formatter does', () => {
    const before = `    place(tray, "top", warm=True)\n    return rest(tray)\n`;
    const after = `    place(\n        tray,\n        'top',\n        warm=True,\n    )\n\n    return (\n        rest(tray)\n    )\n`;
    assert.ok(sameText(fingerprint(before), fingerprint(after)));
    assert.equal(likeness(fingerprint(before), fingerprint(after)), 1);
    for (const [a, b] of [
      ['warm = 1; rest(tray)', 'warm = 1\nrest(tray)'],
      ['mask = 0XFF & 0xfe', 'mask = 0xff & 0xFE'],
      ["crumbs = bR'\\d'", 'crumbs = rb"\\d"'],
    ] as const)
      assert.ok(sameText(fingerprint(a), fingerprint(b)), a);
  });

  it('sees every word, operator and order', () => {
    for (const [a, b] of [
      ['return a + b', 'return a - b'],
      ['return a + b', 'return b + a'],
      ['return limit', 'return limits'],
      ['x = "é"', 'x = "e"'],
      ['a', 'a a'],
      ['x[0]', 'x'],
      ['x["-R"]', 'x["-r"]'],
      ['rb = 0', 'br = 0'],
    ] as const)
      assert.ok(!sameText(fingerprint(a), fingerprint(b)), `${a} / ${b}`);
  });

  it('says how much of two texts is the same', () => {
    const edited = RECIPE.replace('total > self.limit', 'total >= self.limit').replace('append', 'push');
    const like = likeness(fingerprint(RECIPE), fingerprint(edited));
    assert.ok(like > 0.6 && like < 1, String(like));
    const other =
      'class Van:\n    wheels = 4\n    def drive(self, road):\n        return road.end - road.start\n';
    assert.ok(likeness(fingerprint(RECIPE), fingerprint(other)) < 0.2);
    assert.equal(likeness(fingerprint(RECIPE), ''), 0);
  });

  it('estimates the share of trigrams that two texts have in common', () => {
    const words = Array.from({ length: 400 }, (_, at) => `word${at * 7919}`);
    for (const kept of [100, 200, 300]) {
      const changed = words.map((word, at) => (at < kept ? word : `${word}x`));
      const truth = (kept - 2) / (2 * 398 - (kept - 2));
      const estimate = likeness(fingerprint(words.join(' ')), fingerprint(changed.join(' ')));
      assert.ok(Math.abs(estimate - truth) < 0.25, `${kept}: ${estimate}, in truth ${truth}`);
    }
  });

  it('is of the stretch alone', () => {
    const around = `before = 1\n${RECIPE}\nafter = 2\n`;
    const from = around.indexOf(RECIPE);
    assert.equal(fingerprint(around, from, from + RECIPE.length), fingerprint(RECIPE));
    assert.equal(fingerprint('a b c', 0, 1), fingerprint('a'));
    assert.equal(fingerprint('a b c', 2, 3), fingerprint('b'));
  });

  it('knows about how long its text is', () => {
    for (const size of [1, 2, 10, 100, 5_000]) {
      const text = Array.from({ length: size }, (_, at) => `w${at}`).join(' ');
      assert.ok(Math.abs(textSize(fingerprint(text)) / size - 1) < 0.1, String(size));
    }
    assert.equal(textSize(''), 0);
  });
});
