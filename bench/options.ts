/** The bench's command line: `npm run bench -- [path] [options]`. Parses, checks and explains; measures nothing. */
import { parseArgs } from 'node:util';

export const GROUPS = ['index', 'growth', 'start', 'change', 'queries', 'memory', 'explorer'] as const;
export type Group = (typeof GROUPS)[number];

export interface BenchOptions {
  /** A checkout to measure; absent: the standard library of the machine's python3. */
  readonly corpus?: string;
  /** Also at 1,000,000 nodes and 30,000 files. */
  readonly scale: boolean;
  /** Compare definitions, imports and bases with CPython instead of measuring time. */
  readonly truth: boolean;
  readonly runs: number;
  readonly groups: readonly Group[];
  /** Where the figures go as JSON. */
  readonly json: string;
  /** Write docs/performance.md. */
  readonly document: boolean;
}

export const USAGE = `usage: npm run bench -- [corpus path] [options]

  --runs N        runs of each measurement, of which the median counts (default 5)
  --only A,B      some of the groups: ${GROUPS.join(', ')}
  --scale         also 1,000,000 nodes and 30,000 files: an hour, 10 GB of disk
  --truth         instead compare definitions, imports and bases with CPython
  --json FILE     figures as JSON (default docs/performance.json; with --only or a path: none)
  --no-document   leave docs/performance.md as it is (so with --only or a path)`;

/** The options, or what is wrong with them. */
export function readOptions(args: readonly string[]): BenchOptions | { readonly error: string } {
  try {
    return check(args);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function check(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '5' },
      only: { type: 'string' },
      scale: { type: 'boolean', default: false },
      truth: { type: 'boolean', default: false },
      json: { type: 'string' },
      'no-document': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) throw new Error(USAGE);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs ${values.runs}: expected a whole number from 1`);
  const named = values.only?.split(',') ?? [];
  const unknown = named.find((name) => !GROUPS.some((group) => group === name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: expected ${GROUPS.join(', ')}`);
  const [corpus] = positionals;
  const whole = named.length === 0 && corpus === undefined;
  return {
    ...(corpus !== undefined && { corpus }),
    scale: values.scale,
    truth: values.truth,
    runs,
    groups: GROUPS.filter((group) => named.length === 0 || named.includes(group)),
    json: values.json ?? (whole ? 'docs/performance.json' : ''),
    document: whole && !values['no-document'],
  };
}
