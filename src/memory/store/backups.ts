/**
 * Which older generations of a file are kept: the newest few, then one a day, then none, and never more bytes than allowed.
 * Names carry the time in UTC, so a list in name order is a list in time order. Pure but for `Date` as a calendar; whoever
 * holds the disk does what is decided here.
 */

/** How many generations are kept, and of which size in all. */
export interface BackupBounds {
  /** A new one is made when the newest is at least this old. */
  readonly everyMs: number;
  /** The newest so many are kept, whatever their age. */
  readonly newest: number;
  /** Beyond them, the last one of each of so many days. */
  readonly days: number;
  /** All together; the newest two are kept even so. */
  readonly bytesMax: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** A working day by the hour and a month by the day; a graph has some hundred kilobytes, so bytes are for the odd one. */
export const BACKUP_BOUNDS: BackupBounds = {
  everyMs: HOUR_MS,
  newest: 12,
  days: 30,
  bytesMax: 128 * 1024 * 1024,
};

const KEPT_ANYWAY = 2;

/** A generation on the disk. */
export interface Backup {
  readonly name: string;
  readonly timeMs: number;
  readonly bytes: number;
}

/** `graph-20261130T151000123Z.json`; `why` tells those that were not made by the hour, as `graph-…Z-replaced.json`. */
export function backupName(stem: string, timeMs: number, why?: string): string {
  const time = new Date(timeMs).toISOString().replace(/[-:.]/g, '');
  return `${stem}-${time}${why === undefined ? '' : `-${why}`}.json`;
}

/** The time in a backup's name, in milliseconds; `undefined` when it is the name of something else. */
export function backupTime(stem: string, name: string): number | undefined {
  if (!name.startsWith(`${stem}-`)) return undefined;
  const match = NAME.exec(name.slice(stem.length));
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, milli] = match.map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, milli);
}

const NAME = /^-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(?:-[a-z]+)?\.json$/;

/** Whether it is time for another one. A clock that was set back must not stop them. */
export function isBackupDue(backups: readonly Backup[], nowMs: number, bounds: BackupBounds): boolean {
  const newest = Math.max(...backups.map((backup) => backup.timeMs));
  return nowMs - newest >= bounds.everyMs || newest > nowMs;
}

/** Those to remove. */
export function surplusBackups(backups: readonly Backup[], bounds: BackupBounds): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.timeMs - a.timeMs);
  const days = new Set<number>();
  let room = bounds.bytesMax;
  return newestFirst.filter((backup, index) => {
    const day = Math.floor(backup.timeMs / (24 * HOUR_MS));
    const isNewDay = !days.has(day);
    if (index >= bounds.newest && (!isNewDay || days.size >= bounds.days)) return true;
    days.add(day);
    room -= backup.bytes;
    return room < 0 && index >= KEPT_ANYWAY;
  });
}
