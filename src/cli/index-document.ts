/**
 * What `kg-memory index` says: of the status what somebody wants to see who has just indexed, the time it took, and what
 * to do with it now.
 */
import type { StatusAnswer } from '../code/query/status.js';
import { statusDocument } from '../code/render/status.js';
import { codeSpan, countOf, grouped, prose } from '../code/render/text.js';
import type { Document, Item } from '../code/render.js';
import { type Invocations, shellLine } from './invocation.js';
import type { PhaseTime } from './phase-times.js';

const SHOWN = ['Graph', 'Sources', 'Calls', 'Language model', 'Notes', 'Problems'];
// The first few show what kind they are; `status` lists all.
const PROBLEMS_MAX = 5;

/** The summary of an index that was just brought up to date. */
export function indexDocument(
  status: StatusAnswer,
  phases: readonly PhaseTime[],
  invocations: Invocations,
): Document {
  const whole = statusDocument(status);
  const { sections, items } = keepSections(whole, SHOWN);
  const problems = sections.findIndex(({ heading }) => heading === 'Problems');
  const firstItems = limitItems(items, problems, PROBLEMS_MAX, 'kg-memory status lists them');
  const all = [
    ...firstItems,
    ...linesAs(sections.length, timeLines(phases)),
    ...linesAs(sections.length + 1, nextLines(status, invocations)),
  ];
  return {
    ...whole,
    title: `Indexed ${codeSpan(status.root)}`,
    intro: [...whole.intro.map((line) => line.replace(/ Phase: ready\.$/, '')), ...missingLines(status)],
    sections: [...sections, { heading: 'Time', total: undefined }, { heading: 'What now', total: undefined }],
    items: all,
    total: all.length,
  };
}

/** What was looked for and not found: source dirs that are not there, and any Python file at all. */
function missingLines({ state, problems }: StatusAnswer): string[] {
  const { directories, files, outside } = state.sources;
  const absent = problems
    .filter(({ problem }) => problem.message.startsWith('this source dir'))
    .map(({ path, problem }) => `${codeSpan(path)}: ${prose(problem.message)}`);
  if (files > 0) return absent.map((reason) => `Not indexed: ${reason}.`);
  const looked = directories.map((path) => (path === '.' ? 'the whole project' : codeSpan(path)));
  const elsewhere = outside.reduce((sum, each) => sum + each.files, 0);
  return [
    ...[...looked, ...absent].map((where) => `No Python file in ${where}.`),
    ...(elsewhere === 0 ? [] : [`Elsewhere in the project: ${countOf(elsewhere, 'Python file')}.`]),
  ];
}

function keepSections(document: Document, headings: readonly string[]): Pick<Document, 'sections' | 'items'> {
  const kept = [...document.sections.keys()].filter((index) =>
    headings.includes(document.sections[index]?.heading ?? ''),
  );
  return {
    sections: document.sections.filter((_, index) => kept.includes(index)),
    items: document.items
      .filter(({ section }) => kept.includes(section))
      .map((item) => ({ ...item, section: kept.indexOf(item.section) })),
  };
}

/** At most `max` items of a section; how many more there are is said in their place. */
function limitItems(items: readonly Item[], section: number, max: number, where: string): Item[] {
  const own = items.filter((item) => item.section === section);
  if (own.length <= max) return [...items];
  const dropped = new Set(own.slice(max));
  const more = `- and ${grouped(dropped.size)} more: ${where}`;
  return [...items.filter((item) => !dropped.has(item)), { section, forms: [more] }];
}

function linesAs(section: number, lines: readonly string[]): Item[] {
  return lines.map((line) => ({ section, forms: [line] }));
}

function timeLines(phases: readonly PhaseTime[]): string[] {
  const total = phases.reduce((sum, { ms }) => sum + ms, 0);
  const parts = phases.map(({ name, ms }) => `${name} ${seconds(ms)}`);
  return [`- ${seconds(total)}: ${parts.join(', ')}`];
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function nextLines({ state, root }: StatusAnswer, { commandLine, server }: Invocations): string[] {
  const kept =
    state.snapshot === undefined ? [] : [`- the graph is kept in ${codeSpan(state.snapshot.path)}`];
  if (state.sources.files === 0) {
    const again = shellLine(commandLine, ['-C', root, 'index', '--source-dirs', '<folders>']);
    return [...kept, `- say which folders hold the Python files: ${codeSpan(again)}`];
  }
  const entry = JSON.stringify({ mcpServers: { 'kg-memory': { type: 'stdio', ...server } } });
  return [
    ...kept,
    `- ask it: ${codeSpan(shellLine(commandLine, ['-C', root, 'search', '<name>']))}`,
    `- for coding agents, in ${codeSpan('.mcp.json')} at the root: ${codeSpan(entry)}`,
  ];
}
