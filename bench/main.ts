/**
 * The bench from end to end: makes the corpora in a temporary folder, measures what was asked for, prints the table, writes
 * the JSON and docs/performance.md. The figures are the machine's and the moment's; the ratios are what is judged.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { copyCorpus, standardLibrary } from './corpus.js';
import { generateTree, moduleFile } from './generate.js';
import { measureExplorer } from './measure-explorer.js';
import { measureGrowth, measureIndex, measureLarge } from './measure-index.js';
import { measureMemory } from './measure-memory.js';
import { measureQueries } from './measure-queries.js';
import { measureChange, measureStart, type ServedTree } from './measure-start.js';
import { measureTruth } from './measure-truth.js';
import { type BenchOptions, type Group, readOptions } from './options.js';
import { markdownTable, megabytes, type Row, verdict } from './rows.js';

const DOCUMENT = 'docs/performance.md';
// Trees by what they are for; the generator makes 13.2 nodes a file.
const SERVED_FILES = 3_000;
const SERVED_FILES_LARGE = 30_000;
// Files that a switch of branches writes.
const BURST_FILES = 3_000;
// The first edit after a start is not like the others, and one run must not make it the median.
const EDITS_MIN = 5;
const QUERIED_FILES = 7_600;
const QUERIED_FILES_LARGE = 76_000;
const SEARCH_MAX_MS = 15;
const SEARCH_MAX_MS_LARGE = 150;

/** One group of rows: made when it is asked for. */
interface Part {
  readonly group: Group;
  readonly large?: boolean;
  readonly measure: (home: string, options: BenchOptions) => readonly Row[] | Promise<readonly Row[]>;
}

const PARTS: readonly Part[] = [
  {
    group: 'index',
    measure: (home, options) => measureIndex(corpusOf(home, options), bareParse(), options.runs),
  },
  { group: 'growth', measure: (home, { runs }) => measureGrowth(home, runs) },
  { group: 'start', measure: (home, { runs }) => measureStart(servedTree(home), runs) },
  {
    group: 'change',
    measure: (home, { runs }) =>
      measureChange(servedTree(home), {
        edited: moduleFiles(Math.max(EDITS_MIN, runs)),
        burst: moduleFiles(BURST_FILES),
      }),
  },
  { group: 'queries', measure: (home) => measureQueries(generated(home, QUERIED_FILES), SEARCH_MAX_MS) },
  { group: 'memory', measure: (home) => measureMemory(home) },
  { group: 'explorer', measure: (home) => measureExplorer(home) },
  {
    group: 'growth',
    large: true,
    measure: (home) =>
      measureLarge([generated(home, SERVED_FILES_LARGE), generated(home, QUERIED_FILES_LARGE)]),
  },
  {
    group: 'start',
    large: true,
    measure: (home, { runs }) =>
      measureStart({ ...servedTree(home, QUERIED_FILES_LARGE, 450), warmLimit: 5 }, runs),
  },
  {
    group: 'change',
    large: true,
    measure: (home, { runs }) =>
      measureChange(servedTree(home, SERVED_FILES_LARGE, 450), {
        edited: moduleFiles(Math.max(EDITS_MIN, runs)),
        burst: moduleFiles(BURST_FILES),
      }),
  },
  {
    group: 'queries',
    large: true,
    measure: (home) => measureQueries(generated(home, QUERIED_FILES_LARGE), SEARCH_MAX_MS_LARGE),
  },
];

const options = readOptions(process.argv.slice(2));
if ('error' in options) {
  console.error(options.error);
  process.exitCode = 2;
} else {
  await bench(options);
}

async function bench(asked: BenchOptions): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'kg-bench-'));
  try {
    if (asked.truth) truth(home, asked);
    else {
      const machine = describeMachine();
      publish(await measureAll(home, asked), machine, asked);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measureAll(home: string, asked: BenchOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { group, large, measure } of PARTS) {
    if (!asked.groups.includes(group) || (large && !asked.scale)) continue;
    console.error(`measuring ${group}${large ? ' at scale' : ''} …`);
    rows.push(...(await measure(home, asked)));
  }
  return rows;
}

function truth(home: string, asked: BenchOptions): void {
  const { rows, differences } = measureTruth(corpusOf(home, asked));
  for (const [kind, list] of Object.entries(differences)) {
    if (list.length > 0) console.log(`${kind} (${list.length}):\n  ${list.join('\n  ')}`);
  }
  console.log(markdownTable(rows));
  if (asked.json !== '') writeFileSync(asked.json, `${JSON.stringify({ rows, differences }, null, 1)}\n`);
}

function publish(rows: readonly Row[], machine: Machine, { json, document, runs }: BenchOptions): void {
  const table = markdownTable(rows);
  console.log(table);
  const figures = { machine, runs, rows: rows.map((row) => ({ ...row, verdict: verdict(row) })) };
  if (json !== '') writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`);
  if (document) writeFileSync(DOCUMENT, documentText(table, machine, runs));
}

type Machine = ReturnType<typeof describeMachine>;

/** Facts about the machine that a reader needs to judge the figures, and none that name it. */
function describeMachine() {
  const { platform, arch, version } = process;
  const [load = 0] = loadavg();
  return { node: version, platform, arch, cores: cpus().length, memory: megabytes(totalmem()), load };
}

function documentText(table: string, machine: Machine, runs: number): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { node, platform, arch, cores, memory, load } = machine;
  return `# Performance

Written by \`npm run bench\`; do not edit. Version ${version}, Node ${node}, ${platform} ${arch}, ${cores} cores, ${memory} of memory, ${load.toFixed(1)} processes running at the start; medians of ${runs} runs. Other machines have other figures; the ratios carry over, and they are what the targets are about.

${table}

How it is measured: docs/adr/0019. The same figures as data: performance.json.
`;
}

function corpusOf(home: string, { corpus }: BenchOptions) {
  const source = corpus ?? standardLibrary();
  return copyCorpus(source, home, corpus === undefined ? 'standard-library' : basename(corpus));
}

/** A generated tree of so many modules, made once a run. */
function generated(home: string, files: number): string {
  const root = join(home, `generated-${files}`);
  if (mkdirSync(root, { recursive: true }) !== undefined) generateTree(root, files);
  return root;
}

function servedTree(home: string, files = SERVED_FILES, changeLimitMs = 250): ServedTree {
  return { root: generated(home, files), files, warmLimit: 1, changeLimitMs };
}

/** The first so many modules. */
function moduleFiles(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => moduleFile(index));
}

function bareParse(): string {
  // bench.mjs bundles both into one folder.
  return join(dirname(process.argv[1] ?? ''), 'bare-parse.mjs');
}
