import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Codec, decodeBytes, findCodec } from '../../src/code/codecs.js';
import { countLines, decodeSource } from '../../src/code/decode.js';
import { findPython, runPythonJson } from '../support/python.js';

function bytes(...parts: (string | number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
}

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

const BOM = [0xef, 0xbb, 0xbf];

describe('decodeSource', () => {
  it('reads what is well formed by mark, by cookie, or as UTF-8', () => {
    const cases: [source: Buffer, text: string, encoding: string][] = [
      [bytes(''), '', 'utf-8'],
      [bytes('rye = 1\n'), 'rye = 1\n', 'utf-8'],
      [bytes('brötchen = "🥖"'), 'brötchen = "🥖"', 'utf-8'],
      [bytes(BOM, 'käse = 1'), 'käse = 1', 'utf-8'],
      [bytes(BOM), '', 'utf-8'],
      [bytes(BOM, '# coding: utf8\nkäse'), '# coding: utf8\nkäse', 'utf-8'],
      [bytes(BOM, BOM, 'x'), '\ufeffx', 'utf-8'],
      [bytes('# -*- coding: utf-8-unix -*-\nkäse'), '# -*- coding: utf-8-unix -*-\nkäse', 'utf-8'],
      [latin('# -*- coding: latin-1 -*-\nkäse\x80'), '# -*- coding: latin-1 -*-\nkäse\x80', 'iso-8859-1'],
      [
        latin('#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n"\x80"'),
        '#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n"€"',
        'windows-1252',
      ],
      [latin('\f \t\n#coding=iso8859-15\n"\xa4"'), '\f \t\n#coding=iso8859-15\n"€"', 'iso-8859-15'],
      [bytes('# coding: euc_jp\n', [0xb0, 0xec]), '# coding: euc_jp\n一', 'euc-jp'],
      [bytes('# coding: us-ascii\nrye'), '# coding: us-ascii\nrye', 'ascii'],
      [
        latin('# coding: latin-1\r# coding: cp1252\r"\x80"'),
        '# coding: latin-1\n# coding: cp1252\n"\x80"',
        'iso-8859-1',
      ],
      // A cookie counts on the first two lines only, in a comment, and on the second only below a blank or a comment.
      [bytes('\n\n# coding: latin-1\nkäse'), '\n\n# coding: latin-1\nkäse', 'utf-8'],
      [bytes('import os\n# coding: latin-1\nkäse'), 'import os\n# coding: latin-1\nkäse', 'utf-8'],
      [bytes('"coding: latin-1"\nkäse'), '"coding: latin-1"\nkäse', 'utf-8'],
      [bytes('# the coding = of käse is latin-1'), '# the coding = of käse is latin-1', 'utf-8'],
    ];
    for (const [source, text, encoding] of cases) {
      assert.deepEqual(decodeSource(source), { text, encoding, problems: [] }, JSON.stringify(text));
    }
  });

  it('ends lines as CPython does', () => {
    assert.equal(decodeSource(bytes('a\r\nb\rc\n\rd\r')).text, 'a\nb\nc\n\nd\n');
  });

  it('reads what is badly formed all the same, and says what is wrong where', () => {
    const cases: [
      source: Buffer,
      text: string,
      encoding: string,
      isGuessed: boolean,
      problem: RegExp,
      line?: number,
    ][] = [
      [latin('a\nb\nkäse'), 'a\nb\nkäse', 'iso-8859-1', true, /not valid UTF-8/, 3],
      [latin('# coding: utf-8\nkäse'), '# coding: utf-8\nkäse', 'iso-8859-1', true, /not valid UTF-8/, 2],
      [
        bytes('# coding: sourdough\nkäse'),
        '# coding: sourdough\nkäse',
        'utf-8',
        false,
        /unknown encoding sourdough/,
        1,
      ],
      [
        latin('#\n# coding: cp437\nk\x84se'),
        '#\n# coding: cp437\nk\x84se',
        'iso-8859-1',
        true,
        /unknown encoding cp437/,
        2,
      ],
      [bytes('# coding: ascii\nkäse'), '# coding: ascii\nkäse', 'utf-8', false, /not valid ASCII/, 1],
      [
        latin('# coding: euc-jp\nk\xe4se'),
        '# coding: euc-jp\nk\xe4se',
        'iso-8859-1',
        true,
        /not valid EUC-JP/,
        1,
      ],
      [
        bytes(BOM, '# coding: latin-1\nkäse'),
        '# coding: latin-1\nkäse',
        'utf-8',
        false,
        /mark says UTF-8, the line says latin-1/,
        1,
      ],
      [bytes(BOM, [0x6b, 0xe4]), 'kä', 'iso-8859-1', true, /not valid UTF-8/, 1],
      [
        bytes([0xff, 0xfe], [...Buffer.from('käse\r\n🥖', 'utf16le')]),
        'käse\n🥖',
        'utf-16le',
        false,
        /UTF-16LE, which Python refuses/,
      ],
      [bytes([0xfe, 0xff, 0, 0x6b, 0, 0xe4]), 'kä', 'utf-16be', false, /UTF-16BE/],
      [bytes([0xff, 0xfe, 0x6b]), 'k', 'iso-8859-1', true, /UTF-16LE/],
      [bytes('a\n\0b\0'), 'a\n\0b\0', 'utf-8', false, /NUL bytes/, 2],
    ];
    for (const [source, text, encoding, isGuessed, message, line] of cases) {
      const decoded = decodeSource(source);
      assert.deepEqual([decoded.text, decoded.encoding], [text, encoding], JSON.stringify(text));
      assert.equal(decoded.problems.length, 1, JSON.stringify(text));
      assert.equal(decoded.problems[0]?.kind, 'encoding');
      assert.match(decoded.problems[0]?.message ?? '', message);
      assert.equal(decoded.problems[0]?.message.endsWith('; read as Latin-1'), isGuessed);
      assert.equal(decoded.problems[0]?.line, line);
    }
  });

  it('takes any bytes', () => {
    const cookie = fc.constantFrom('', '# coding: latin-1\n', '# coding: sjis\n', '# coding: ?\n', '\ufeff');
    fc.assert(
      fc.property(cookie, fc.uint8Array({ maxLength: 64 }), (head, tail) => {
        const { text } = decodeSource(Buffer.concat([Buffer.from(head), tail]));
        assert.ok(!text.includes('\r'));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/^\ufeff|\r|\0|coding/.test(text));
        assert.equal(decodeSource(Buffer.from(text)).text, text);
      }),
    );
  });

  it('reads a view of a larger buffer, and keeps nothing of it', () => {
    const pool = Buffer.from('xxkäseyy');
    const view = new Uint8Array(pool.buffer, pool.byteOffset + 2, 5);
    const { text } = decodeSource(view);
    pool.fill(0);
    assert.equal(text, 'käse');
  });
});

it('lines are counted with the last one that does not end', () => {
  const cases: [text: string, lines: number][] = [
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n\n', 2],
  ];
  for (const [text, lines] of cases) assert.equal(countLines(text), lines, JSON.stringify(text));
});

describe('findCodec', () => {
  it('knows no encoding that a source file cannot have', () => {
    for (const name of [
      'utf-7',
      'utf-16',
      'hex',
      'rot13',
      'zlib',
      'idna',
      'x-user-defined',
      'replacement',
      '',
      'constructor',
    ]) {
      assert.equal(findCodec(name), undefined, name);
    }
  });

  // Without Python the table above is all that holds this; with it, every name Python has is asked.
  it('reads letters as CPython does, under every name it knows', () => {
    const python = findPython(8);
    if (python === undefined) return;
    const answers = runPythonJson(python, 'test/code/decode_with_python.py', []) as Record<
      string,
      { bytes: number[]; text: string }
    >;
    const missed = new Set<string>();
    for (const [name, { bytes: sample, text }] of Object.entries(answers)) {
      const codec = findCodec(name);
      if (codec === undefined) missed.add(name);
      else {
        const isWide = sample.length < 128;
        const letterOf = (each: number[]) => decodeWith(codec, Buffer.from(each));
        const ours = isWide ? letterOf(sample) : sample.map((byte) => letterOf([byte])).join('');
        assert.equal(ours.length, text.length, name);
        // Both leave some bytes without a letter, and not the same ones.
        const differs = [...text].filter(
          (letter, at) => letter !== ours.charAt(at) && isLetter(letter) && isLetter(ours.charAt(at)),
        );
        assert.deepEqual(differs, [], `${name} as ${codec.name}`);
      }
    }
    for (const name of COMMON) assert.ok(name in answers && !missed.has(name), name);
  });
});

// The encodings of the web, by CPython's names: what source files in the wild declare.
const COMMON = [
  ...[
    'ascii',
    'latin_1',
    'iso8859_2',
    'iso8859_5',
    'iso8859_7',
    'iso8859_8',
    'iso8859_9',
    'iso8859_15',
    'koi8_r',
  ],
  ...[
    'cp1250',
    'cp1251',
    'cp1252',
    'cp1253',
    'cp1254',
    'cp1255',
    'cp1256',
    'cp1257',
    'cp1258',
    'cp866',
    'mac_roman',
  ],
  ...[
    'big5',
    'cp950',
    'gb2312',
    'gbk',
    'gb18030',
    'euc_jp',
    'shift_jis',
    'cp932',
    'iso2022_jp',
    'euc_kr',
    'cp949',
  ],
];

function decodeWith(codec: Codec, sample: Buffer): string {
  if (codec.by === 'label') return new TextDecoder(codec.name).decode(sample);
  return decodeBytes(sample, codec.name) ?? '\ufffd'.repeat(sample.length);
}

function isLetter(letter: string): boolean {
  return letter !== '\ufffd' && !/[\u0080-\u009f\ue000-\uf8ff]/.test(letter);
}
