/**
 * Where people keep their decision records, and where the tools that write them note it. Whether anything lies there is not
 * looked at here.
 */
import { readTextIfThere } from '../../kernel/disk.js';
import { joinRoot, resolveBelow } from '../../kernel/paths.js';

/** Where records are looked for when nobody says. */
export const STANDARD_DIR = 'docs/adr';
/** Where else, in this order. */
export const OTHER_DIRS: readonly string[] = [
  'doc/adr',
  'docs/adrs',
  'docs/decisions',
  'docs/architecture/decisions',
  'adr',
  'doc/adrs',
  'adrs',
  'docs/ADR',
  'docs/ADRs',
  'docs/architecture/adr',
  'docs/architecture/adrs',
  'docs/architecture-decisions',
  'docs/arch',
  'doc/decisions',
  'doc/architecture/decisions',
  'documentation/adr',
  'documentation/decisions',
  'decisions',
  'architecture/decisions',
  'architecture/adr',
  'documentation/adrs',
  'documentation/architecture/decisions',
  'docs/architecture/ADR',
  'docs/architecture/ADRs',
  'docs/architecture/decision-records',
  'docs/architecture-decision-records',
  'docs/architectural-decisions',
  'docs/decision-records',
  'docs/arch/adr',
  'docs/arch/decisions',
  'docs/design/adr',
  'docs/design/decisions',
  'docs/dev/adr',
  'docs/developer/adr',
  'docs/development/adr',
  'docs/explanations/decisions',
  'docs/source/adr',
  'docs/src/adr',
  'docs/technical/adr',
  'doc/arch',
  '.adr',
];

/** Where tools note their folders: adr-tools one, log4brains one for the project and one for each package. */
const NOTES: readonly { readonly file: string; readonly read: (text: string) => readonly string[] }[] = [
  { file: '.adr-dir', read: (text) => [text.trim()].filter((line) => !/[\r\n]/.test(line)) },
  {
    file: '.log4brains.yml',
    read: (text) => text.split('\n').flatMap((line) => /^[ \t-]*adrFolder:(.*)$/.exec(line)?.[1] ?? []),
  },
];

/** The files at the root that may name folders of records. */
export const NOTE_FILES: readonly string[] = NOTES.map(({ file }) => file);

/** What adr-tools or log4brains has noted, as far as it lies below the root, and in which file. */
export function notedFolders(root: string): { readonly by: string; readonly folders: readonly string[] } {
  for (const { file, read } of NOTES) {
    const folders = read(noteIn(root, file)).flatMap((written) => {
      const folder = written.trim().replace(/^(["'])(.*)\1$/, '$2');
      return folder === '' ? [] : (resolveBelow('.', folder) ?? []);
    });
    if (folders.length > 0) return { by: file, folders };
  }
  return { by: '', folders: [] };
}

function noteIn(root: string, file: string): string {
  try {
    return readTextIfThere(joinRoot(root, file)) ?? '';
  } catch {
    // A pipe or a folder of that name says nothing about records.
    return '';
  }
}
