/** The day of a time as people read it. It is that of UTC, so that an answer is the same on every machine. */

/** `2026-11-03`; `undefined` of what is no time. `seconds`: since 1970. */
export function dayOf(seconds: number | undefined): string | undefined {
  const date = new Date((seconds ?? Number.NaN) * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}
