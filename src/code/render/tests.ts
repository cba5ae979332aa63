/** The tests of a symbol, or of what was changed, as a document: a line to run, then each test with the way it takes. */
import type { NodeBrief } from '../query/brief.js';
import type { TestsAnswer } from '../query/tests-of.js';
import type { Document } from '../render.js';
import { documentOf, listOf } from './context-lists.js';
import { folderLine, testForms } from './context-symbol.js';
import { nodeLine } from './node.js';
import { codeSpan, countOf, prose } from './text.js';

/** Words that a shell takes as they are. */
const PLAIN_WORD = /^[\w./:@%+=,-]+$/;
/** Longer lines are no help: then the files are named. */
const LINE_MAX = 2_000;

export interface TestsOptions {
  /** What the question was about, in words; of a symbol its id. */
  readonly about: string;
  /** What may hide tests, said when there are none. */
  readonly outside?: readonly string[];
  /** Changed files that are gone: what they held is not in the graph. */
  readonly deleted?: readonly string[];
}

/** `pytest tests/test_oven.py::test_heat …`; '' when there is nothing to run. */
export function pytestLine({ pytest }: TestsAnswer): string {
  if (pytest.length === 0) return '';
  const line = ['pytest', ...pytest.map(quoted)].join(' ');
  if (line.length <= LINE_MAX) return line;
  const files = [...new Set(pytest.map((name) => name.split('::', 1)[0] ?? name))];
  return ['pytest', ...files.map(quoted)].join(' ');
}

function quoted(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The answer of `kg-memory tests`. */
export function testsDocument(
  answer: TestsAnswer,
  { about, outside = [], deleted = [] }: TestsOptions,
): Document {
  const { tests, symbols, hopsMax, isCut, folders } = answer;
  const line = pytestLine(answer);
  const none = `No test found within ${countOf(hopsMax, 'call')}: calls made by a framework or through an unknown receiver are not seen.`;
  const gone = deleted.map((path) => codeSpan(path)).join(', ');
  const intro = [
    line === '' ? none : line,
    ...folders.map(folderLine),
    ...(isCut ? ['It has very many callers; there may be more tests.'] : []),
    ...(gone === '' ? [] : [`Deleted, and not in the graph: ${prose(gone, 400)}.`]),
    ...(line === '' ? outside : []),
  ];
  const isChange = symbols.length !== 1 || symbols[0]?.id !== about;
  return documentOf(`Tests of ${isChange ? about : codeSpan(about)}`, intro, [
    listOf('Tests', tests, testForms, { empty: 'None.' }),
    ...(isChange
      ? [listOf('Changed', symbols, symbolForms, { empty: 'Nothing that is in the graph.' })]
      : []),
  ]);
}

function symbolForms(node: NodeBrief): readonly string[] {
  return [nodeLine(node)];
}
