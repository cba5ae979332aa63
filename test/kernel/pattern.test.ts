import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compilePattern } from '../../src/kernel/pattern.js';

function test(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern);
  assert.ok(compiled.ok, `${pattern} was refused: ${compiled.ok ? '' : compiled.problem}`);
  return compiled.test(text);
}

describe('compilePattern', () => {
  it('means what people write for the names of decision records', () => {
    const names = [
      '0001-use-rye.md',
      '0001-.md',
      '1-a.md',
      'ADR-12 Ofen.MD',
      'adr-003_mill.markdown',
      'x0001-a.md',
      '',
    ];
    const patterns = [
      String.raw`^\d{4}-.+\.md$`,
      String.raw`^(?:adr|ADR)[-_ ]?\d{1,4}[-_ ].+\.(md|MD|markdown)$`,
      String.raw`^\d{4}(-[a-z]+)+\.md$`,
      String.raw`\brye\b`,
      String.raw`^(?<number>\d+)\D*?`,
      String.raw`^[^\]\w]*|[\d-]{5,}x?`,
      '',
      '^$',
      'a{2,300}',
      '{',
      'x{,3}',
      String.raw`\u0030{3}\x31`,
    ];
    for (const pattern of patterns) {
      for (const name of names) {
        assert.equal(
          test(pattern, name),
          new RegExp(pattern).test(name),
          `${pattern} on ${JSON.stringify(name)}`,
        );
      }
    }
  });

  it('agrees with JavaScript on any pattern it takes', () => {
    const leaf = fc.constantFrom(
      'a',
      'b',
      '.',
      '-',
      String.raw`\d`,
      String.raw`\W`,
      '[ab]',
      '[^a-]',
      String.raw`\b`,
      '^',
      '$',
      '',
    );
    const pattern = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { depthSize: 'medium' },
        leaf,
        fc.tuple(tie('any'), tie('any')).map(([a, b]) => a + b),
        fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(?:${a}|${b})`),
        fc
          .tuple(tie('any'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,3}', '{0,}', '{0}'))
          .map(([a, quantifier]) => `(${a})${quantifier}`),
      ),
    })).any;
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '1', '\n'), maxLength: 7 });
    fc.assert(
      fc.property(pattern, text, (source, sample) => {
        const compiled = compilePattern(source);
        fc.pre(compiled.ok);
        assert.equal(compiled.test(sample), new RegExp(source).test(sample));
      }),
      { numRuns: 3000 },
    );
  });

  it('cannot be made to hang', () => {
    const name = 'a'.repeat(255);
    for (const pattern of [
      '(a+)+$x',
      '(a|a)*b',
      '(.*)*x',
      `${'.*'.repeat(60)}x`,
      '((((a*)*)*)*)*b',
      '(?:a?){60}a{60}b',
    ]) {
      assert.equal(test(pattern, name), false, pattern);
    }
  });

  it('says why it refuses', () => {
    const cases: [pattern: string, problem: RegExp][] = [
      ['(unclosed', /Unterminated group/],
      ['*', /Nothing to repeat/],
      [String.raw`(a)\1`, /refers back/],
      [String.raw`(?<n>a)\k<n>`, /refers back/],
      ['^(?!draft).*', /looks ahead/],
      ['(?<=a)b', /looks ahead/],
      ['(((a{99}){99}){99}){99}', /repeats too much/],
      ['((){99999}){99999}', /repeats too much/],
      ['x'.repeat(301), /longer than 300/],
    ];
    for (const [pattern, problem] of cases) {
      const compiled = compilePattern(pattern);
      assert.ok(!compiled.ok, pattern);
      assert.match(compiled.problem, problem);
    }
  });
});
