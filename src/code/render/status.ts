/**
 * The answers of kg_status and kg_reindex as documents.
 */
import { EDGE_TYPES, NODE_TYPES } from '../model.js';
import type { FileProblem, GraphCounts, IndexState, ReindexReport } from '../project-face.js';
import type { StatusAnswer } from '../query/status.js';
import { type Document, type Item, inTurns } from '../render.js';
import { progressText, timeText } from './state-line.js';
import { codeSpan, countOf, grouped, prose } from './text.js';

/** A section of plain lines; its items are said in one form. */
export interface Lines {
  readonly heading: string;
  readonly lines: readonly string[];
  /** The count behind the heading when it is not that of the lines. */
  readonly isList?: boolean;
}

function documentOf(title: string, intro: readonly string[], parts: readonly Lines[]): Document {
  const present = parts.filter(({ lines }) => lines.length > 0);
  const lists = present.map(({ lines }, section) => lines.map((line): Item => ({ section, forms: [line] })));
  const items = inTurns(lists);
  return {
    title,
    intro,
    sections: present.map(({ heading, lines, isList }) => ({
      heading,
      total: isList === true ? lines.length : undefined,
    })),
    items,
    offset: 0,
    total: items.length,
    unit: 'lines',
  };
}

/** kg_status. `more`: sections of another origin, before what changes least. */
export function statusDocument(
  { root, graph, state, documents, model, resolutionYield, problems }: StatusAnswer,
  more: readonly Lines[] = [],
): Document {
  const size =
    graph === undefined
      ? 'No graph yet.'
      : `${countOf(graph.nodes, 'node')}, ${countOf(graph.edges, 'edge')}.`;
  const intro = [`${size} Phase: ${progressText(state.progress)}.`];
  if (state.failure !== undefined) intro.push(`Indexing failed: ${prose(state.failure, 500)}`);
  return documentOf(`Status of ${codeSpan(root)}`, intro, [
    { heading: 'Graph', lines: graph === undefined ? [] : countLines(graph.byType) },
    { heading: 'Sources', lines: sourceLines(state) },
    { heading: 'Documents', lines: documentLines(documents, state) },
    { heading: 'Dangling in documents', lines: danglingLines(documents), isList: true },
    { heading: 'Calls', lines: callLines(state, resolutionYield) },
    { heading: 'Language model', lines: modelLines(state, model) },
    ...more,
    { heading: 'Server', lines: serverLines(state) },
    { heading: 'Notes', lines: state.notes.map((note) => `- ${prose(note, 500)}`) },
    { heading: 'Problems', lines: problemLines(problems), isList: true },
    { heading: 'Settings', lines: settingLines(state) },
  ]);
}

/** kg_reindex. */
export function reindexDocument(report: ReindexReport): Document {
  const { counts, phases, files, problems, changes, notes } = report;
  const nodes = Object.values(counts.nodes).reduce((sum, count) => sum + count, 0);
  const edges = Object.values(counts.edges).reduce((sum, count) => sum + count, 0);
  const total = phases.reduce((sum, { ms }) => sum + ms, 0);
  return documentOf(
    'Reindexed',
    [
      `${countOf(nodes, 'node')} and ${countOf(edges, 'edge')} from ${countOf(files, 'file')} in ${msText(total)}.`,
    ],
    [
      { heading: 'Graph', lines: countLines(counts) },
      { heading: 'Time', lines: phases.map(({ name, ms }) => `- ${prose(name, 60)}: ${msText(ms)}`) },
      {
        heading: 'Changed since the last index',
        lines: changes === undefined ? ['- there was none'] : changeLines(changes),
      },
      { heading: 'Notes', lines: notes.map((note) => `- ${prose(note, 500)}`) },
      { heading: 'Problems', lines: problemLines(problems), isList: true },
    ],
  );
}

function countLines({ nodes, edges }: GraphCounts): string[] {
  const present = <T extends string>(types: readonly T[], counts: Readonly<Record<T, number>>) =>
    types
      .filter((type) => counts[type] > 0)
      .map((type) => `${type} ${grouped(counts[type])}`)
      .join(', ');
  return [
    `- nodes: ${present(NODE_TYPES, nodes) || 'none'}`,
    `- edges: ${present(EDGE_TYPES, edges) || 'none'}`,
  ];
}

function sourceLines(state: IndexState): string[] {
  const { sources, problemCounts, filesNotParsed, indexedAt, lastChange } = state;
  const lines = [
    `- indexed: ${sources.directories.map((path) => codeSpan(path)).join(', ') || 'nothing'}${sources.reason === undefined ? '' : ` (${prose(sources.reason)})`}`,
    `- ${countOf(sources.files, 'file')}, ${countOf(sources.lines, 'line')}, ${bytesText(sources.bytes)}`,
    `- last indexed: ${indexedAt === undefined ? 'never' : timeText(indexedAt)}`,
  ];
  if (lastChange !== undefined) {
    lines.push(
      `- last change: ${countOf(lastChange.files, 'file')}, ${grouped(lastChange.linked)} linked for it`,
    );
  }
  if (sources.outside.length > 0) {
    const folders = sources.outside.map(({ folder, files }) => `${codeSpan(folder)} ${grouped(files)}`);
    lines.push(`- Python files outside of what is indexed: ${folders.join(', ')}`);
  }
  if (filesNotParsed > 0) lines.push(`- not parsed whole: ${countOf(filesNotParsed, 'file')}`);
  if (problemCounts.length > 0) {
    lines.push(
      `- problems: ${problemCounts.map(({ kind, count }) => `${kind} ${grouped(count)}`).join(', ')}`,
    );
  }
  return lines;
}

function documentLines(counts: StatusAnswer['documents'], { documents }: IndexState): string[] {
  const { directories = [], reason, instructions = [], unread = [] } = documents ?? {};
  const lines: string[] = [];
  if (directories.length > 0) {
    const statuses = (counts?.byStatus ?? []).map(({ status, count }) => {
      return `${status === 'unknown' ? 'without a status' : status} ${grouped(count)}`;
    });
    const by = statuses.length === 0 ? '' : `: ${statuses.join(', ')}`;
    const why = reason === undefined ? '' : ` (${prose(reason)})`;
    const where = directories.map((path) => codeSpan(path)).join(', ');
    lines.push(`- ${countOf(counts?.records ?? 0, 'decision record')} in ${where}${why}${by}`);
  }
  if (instructions.length > 0) {
    const where = instructions.map((path) => codeSpan(path)).join(', ');
    lines.push(`- project instructions: ${where}, ${countOf(counts?.sections ?? 0, 'section')}`);
  }
  if (unread.length > 0) {
    lines.push(`- could not be read: ${unread.map((path) => codeSpan(path)).join(', ')}`);
  }
  return lines;
}

/** What documents name and the code does not have. */
function danglingLines(counts: StatusAnswer['documents']): string[] {
  return (counts?.dangling ?? []).map(({ id, path, line, text }) => {
    return `- ${codeSpan(id)} names ${codeSpan(text)}, which is not in the indexed code (${codeSpan(`${path}:${line}`)})`;
  });
}

function callLines({ calls }: IndexState, resolutionYield: number | undefined): string[] {
  const { exact, inferred, candidate, external, unresolved } = calls;
  const lines = [
    `- resolved: ${grouped(exact)} exact, ${grouped(inferred)} inferred, ${grouped(candidate)} with several candidates`,
    `- external: ${grouped(external)}; unresolved: ${grouped(unresolved)}`,
  ];
  if (resolutionYield !== undefined) {
    lines.push(
      `- yield: ${(resolutionYield * 100).toFixed(1)} % of the calls that are not external have an edge`,
    );
  }
  return lines;
}

function serverLines({ snapshot, watcher, role, writer, clusters, memory }: IndexState): string[] {
  const saved =
    snapshot === undefined
      ? 'not yet written'
      : `${codeSpan(snapshot.path)}, ${bytesText(snapshot.bytes)}, saved ${timeText(snapshot.savedAt)}`;
  const writes = {
    writer: 'this process writes it',
    reader: `${prose(writer ?? 'another process')} writes it`,
    none: 'nobody writes it',
  };
  return [
    `- snapshot: ${saved}; ${writes[role]}`,
    `- file watcher: ${watcher.enabled ? `on (${prose(watcher.backend)})` : prose(watcher.backend)}`,
    `- reconciliation clusters: ${grouped(clusters)}`,
    `- memory: ${bytesText(memory.rss)} resident, ${bytesText(memory.heap)} heap of at most ${bytesText(memory.heapLimit)}`,
  ];
}

function modelLines({ llm }: IndexState, counts: StatusAnswer['model']): string[] {
  const { enabled, model, endpoint, usage, kept, running, failures = [] } = llm;
  const where = enabled && endpoint !== undefined ? ` at ${codeSpan(endpoint)}` : '';
  const lines = [`- ${enabled ? 'on' : 'off'} (${codeSpan(model)}${where})`];
  if (running !== undefined)
    lines.push(`- reading: ${grouped(running.done)} of ${grouped(running.total)} replies`);
  if (usage !== undefined) {
    const causes = usage.failures.map(({ reason, count }) => `${reason} ${grouped(count)}`).join(', ');
    lines.push(
      `- this process: ${countOf(usage.calls, 'call')}, ${grouped(usage.tokensIn)} tokens in, ${grouped(usage.tokensOut)} out, ${countOf(usage.cacheHits, 'cache hit')}; failures: ${causes || 'none'}`,
    );
  }
  if (kept !== undefined) {
    lines.push(
      `- kept: ${countOf(kept.extractions, 'document')} read, ${countOf(kept.verdicts, 'pair')} compared, for ${countOf(kept.calls, 'call')}, ${grouped(kept.tokensIn)} tokens in, ${grouped(kept.tokensOut)} out`,
    );
    if (kept.dropped > 0)
      lines.push(
        `- of its replies ${countOf(kept.dropped, 'item')} had not the form asked for and were left out`,
      );
  }
  if (counts !== undefined && counts.unknownNames > 0) {
    lines.push(
      `- it named ${countOf(counts.unknownNames, 'piece')} of code that ${counts.unknownNames === 1 ? 'is' : 'are'} not in the graph: no edges`,
    );
  }
  if (counts !== undefined && counts.outdated > 0) {
    lines.push(`- read in an earlier text of their document: ${countOf(counts.outdated, 'document')}`);
  }
  return [...lines, ...failures.map((failure) => `- failed: ${prose(failure, 500)}; earlier readings stay`)];
}

function settingLines({ settings }: IndexState): string[] {
  return settings.map(
    ({ name, value, origin }) => `- ${prose(name, 60)} = ${codeSpan(value)} (${prose(origin)})`,
  );
}

function problemLines(problems: readonly FileProblem[]): string[] {
  return problems.map(({ path, problem }) => {
    const line = problem.line === undefined ? '' : `:${problem.line}`;
    const where = path === '' ? '' : `${codeSpan(`${path}${line}`)} `;
    return `- ${where}${problem.kind}: ${prose(problem.message)}`;
  });
}

function changeLines(changes: NonNullable<ReindexReport['changes']>): string[] {
  const list = (name: string, paths: readonly string[]) => {
    if (paths.length === 0) return [];
    const shown = paths
      .slice(0, 20)
      .map((path) => codeSpan(path))
      .join(', ');
    return [`- ${countOf(paths.length, 'file')} ${name}: ${shown}${paths.length > 20 ? ', …' : ''}`];
  };
  const lines = [
    ...list('added', changes.filesAdded),
    ...list('changed', changes.filesChanged),
    ...list('removed', changes.filesRemoved),
  ];
  const { nodesAdded, nodesRemoved, edgesAdded, edgesRemoved } = changes;
  lines.push(
    `- nodes +${grouped(nodesAdded)} −${grouped(nodesRemoved)}, edges +${grouped(edgesAdded)} −${grouped(edgesRemoved)}`,
  );
  return lines;
}

function msText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${grouped(bytes)} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} KB`;
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
