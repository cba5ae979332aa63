/** A measured figure beside its target, and tables of them. Pure. */

export interface Row {
  /** What was measured, on what. */
  readonly what: string;
  /** The figure that is judged, with its unit; and what it was made of. */
  readonly measured: string;
  readonly basis: string;
  /** The target in words; absent for figures that are shown for scale. */
  readonly target?: string;
  /** The figure over its limit: at most 1 is a pass. */
  readonly load?: number;
}

/** A row that is judged: `value` and `limit` in the same unit. */
export function judged(
  what: string,
  value: number,
  limit: number,
  show: (value: number) => string,
  basis: string,
): Row {
  return { what, measured: show(value), basis, target: `≤ ${show(limit)}`, load: value / limit };
}

/** A row for scale only. */
export function shown(what: string, measured: string, basis: string): Row {
  return { what, measured, basis };
}

/** `pass`, `missed by 20 %`, or nothing for a row that is not judged. */
export function verdict({ load }: Row): string {
  if (load === undefined) return '';
  if (!Number.isFinite(load)) return 'not measured';
  return load <= 1 ? 'pass' : `missed by ${Math.max(1, Math.round((load - 1) * 100))} %`;
}

/** The table in markdown. */
export function markdownTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.what, row.measured, row.target ?? '', verdict(row), row.basis]);
  const header = ['what', 'measured', 'target', '', 'from'];
  const lines = [header, header.map(() => '---'), ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

export function times(value: number): string {
  return `${value.toFixed(2)} ×`;
}

export function milliseconds(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Megabytes of a million bytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
