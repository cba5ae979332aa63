/**
 * What the extractor makes of documents: `fixtures/adr/<family>/*.md` and beside them `facts.txt`, what each of them says.
 * UPDATE_GOLDEN=1 rewrites it; the diff is the review. Families are named after the forms people use.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { decodeDocument } from '../../../src/code/decode.js';
import type { DocumentFacts, DocumentKind } from '../../../src/code/document-facts.js';
import { decodeDocumentFacts, encodeDocumentFacts } from '../../../src/code/document-facts-codec.js';
import { DocumentExtractor } from '../../../src/code/extract/markdown/document.js';
import { readInline } from '../../../src/code/extract/markdown/inline.js';
import { readSimply } from '../../../src/code/extract/markdown/simple-inline.js';
import { MarkdownParser } from '../../../src/code/parse.js';
import { assertGolden } from '../../support/golden.js';

const FOLDER = 'fixtures/adr';

let parser: MarkdownParser;
let extractor: DocumentExtractor;
before(async () => {
  parser = await MarkdownParser.load();
  extractor = new DocumentExtractor(parser);
});

function read(path: string, text: string | Uint8Array, kind: DocumentKind = 'adr'): DocumentFacts {
  const decoded = typeof text === 'string' ? { text, problems: [] } : decodeDocument(text);
  return extractor.extract({ path, kind, ...decoded });
}

/** One fact a line, but for the fingerprint, which has a test of its own. */
function show(path: string, { fingerprint: _, ...facts }: DocumentFacts): string {
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((each) => `  ${name}: ${JSON.stringify(each)}`)
      : [`  ${name}: ${JSON.stringify(value)}`],
  );
  return [path, ...lines].join('\n');
}

describe('facts of documents', () => {
  for (const family of readdirSync(FOLDER)) {
    test(family, () => {
      const names = readdirSync(`${FOLDER}/${family}`).filter((name) => name.endsWith('.md'));
      const shown = names.sort().map((name) => {
        const kind = family === 'instructions' ? 'instructions' : 'adr';
        const facts = read(name, readFileSync(`${FOLDER}/${family}/${name}`), kind);
        assert.deepEqual(decodeDocumentFacts(encodeDocumentFacts(facts)), facts);
        return show(name, facts);
      });
      assertGolden(`${FOLDER}/${family}/facts.txt`, shown.join('\n\n'));
    });
  }
});

test('a code span over two lines leaves no gap before what ends the sentence', () => {
  const text = '# 3. One oven\n\n## Decision\n\nWe heat with `ONE\noven`, and no more.\n';
  assert.equal(read('0003-one-oven.md', text).decisionSummary, 'We heat with ONE oven, and no more.');
});

test('a title may begin as a heading of the form does', () => {
  for (const title of ['How we deliver', 'Why rye and not wheat', 'Migration of the tills', 'What to bake']) {
    const text = `# ${title}\n\n## Status\n\nAccepted\n\n## How it came\n\nSlowly.\n`;
    assert.equal(read('0004-something.md', text).title, title);
  }
  assert.equal(read('0005-rye.md', '# Status\n\nAccepted\n\n# Context\n\nFlour.\n').title, 'Rye');
});

test('the records of this project are read as they are written', () => {
  for (const name of readdirSync('docs/adr').filter((each) => each.endsWith('.md'))) {
    const text = readFileSync(`docs/adr/${name}`, 'utf8');
    const { title, number, status, date, problems } = read(name, text);
    const heading = text.match(/^# (?:\d+\. )?(.+)$/m)?.[1]?.replaceAll('`', '');
    assert.deepEqual(
      { title, number, status, problems },
      { title: heading, number: String(Number(name.slice(0, 4))), status: 'accepted', problems: [] },
    );
    assert.match(date ?? '', /^\d{4}-\d\d-\d\d$/);
  }
});

describe('documents nobody would write by hand', () => {
  const hostile: Readonly<Record<string, string>> = {
    nothing: '',
    quotes: `${'>'.repeat(9_000)} deep`,
    lists: `${'- '.repeat(9_000)}deep`,
    indentation: Array.from({ length: 900 }, (_, depth) => `${'  '.repeat(depth)}- level`).join('\n'),
    links: '[a]('.repeat(9_000),
    brackets: '['.repeat(9_000),
    'rows of signs': ['*', '_', '~', '`', '_ '].map((sign) => `${sign.repeat(4_000)}a`).join('\n\n'),
    'an open comment': '<!-- \n# Hidden',
    'an open fence': '```\n# Hidden',
    'front matter only': '---\nstatus: accepted',
    'dashes for a status': `# Oven\n\n## Status\n\n${'— '.repeat(60)}\n`,
    'a row without text': '|||\n|--|--|\n| Status | accepted |',
  };
  for (const [name, text] of Object.entries(hostile)) {
    test(name, () => {
      const facts = read('0009-harbour.md', `# 9. Harbour\n\nStatus: accepted\n\n${text}\n`);
      assert.equal(facts.title, 'Harbour');
      assert.equal(facts.status, 'accepted');
    });
  }

  // A reader that goes through the rest of the line at each of its signs would need hours for them.
  const longValues = {
    brackets: '[',
    'images that never end': '![](',
    links: '[a](b) ',
    'tags of HTML': '<br/>',
  };
  for (const [name, part] of Object.entries(longValues)) {
    test(`front matter with a value of 1 MB of ${name}`, () => {
      const value = part.repeat(1_000_000 / part.length);
      const facts = read(
        '0009-harbour.md',
        `---\nstatus: accepted\ntags: [${value}\nsupersedes: ${value}\n---\n# 9. Harbour\n`,
      );
      assert.equal(facts.title, 'Harbour');
      assert.equal(facts.status, 'accepted');
    });
  }

  test('20,000 lines of one paragraph, of a status and of prose', () => {
    const status = `## Status\n\nAccepted\n${'[a][b]\n'.repeat(20_000)}`;
    const facts = read(
      '0009-harbour.md',
      `# 9. Harbour\n\n${status}\n## Decision\n\n${']\n'.repeat(20_000)}`,
    );
    assert.equal(facts.status, 'accepted');
  });

  test('a row of 100,000 empty cells', () => {
    const facts = read('0009-harbour.md', `# 9. Harbour\n\nStatus: accepted\n\n${'| '.repeat(100_000)}\n`);
    assert.equal(facts.status, 'accepted');
  });

  test('100,000 references on a line are all read', () => {
    const names = Array.from({ length: 100_000 }, (_, number) => `ADR-${number + 10}`);
    const facts = read('0009-harbour.md', `# 9. Harbour\n\nSee ${names.join(' ')}.\n`);
    assert.equal(facts.references.length, 99_990);
  });

  test('2 MB are read to the last line', () => {
    const section = `## Decision\n\n${'The ovens are cleaned on Sundays, see `Oven.clean`. '.repeat(40)}\n\n`;
    const text = `# 9. Long\n\nStatus: accepted\n\n${section.repeat(Math.ceil(2_000_000 / section.length))}Last, ADR-0008.\n`;
    const facts = read('0009-long.md', text);
    assert.deepEqual(
      facts.references.map(({ number }) => number),
      ['8'],
    );
    assert.equal(facts.status, 'accepted');
  });
});

test('what is read without the grammar is read as the grammar reads it', () => {
  const samples = [
    'The `Oven` of **the bakery** and [its plan](plans/oven.md), ADR-0003!',
    'snake_case_name & more < 5, a * b, see [`Loaf`](loaf.py) and [two words](x.md#part)',
    '**Status:** Accepted\nDate: 2024-01-01',
    '**Bold** and `code with * and [brackets]`',
    'over\n`two\nlines` of text',
  ];
  for (const text of samples) {
    assert.ok(readSimply(text), text);
    const source = { text, line: 1 };
    const plain = (parses: boolean): unknown =>
      readInline(parser, source, new Map(), parses).map(({ line, pieces }) => ({
        line,
        text: pieces.map((piece) => piece.text).join(''),
        code: pieces.filter((piece) => piece.kind === 'code').map((piece) => piece.text),
        links: pieces.flatMap((piece) => piece.link?.target ?? []),
      }));
    assert.deepEqual(plain(false), plain(true), text);
  }
});
