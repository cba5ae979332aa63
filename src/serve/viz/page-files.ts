/**
 * The explorer's page as it was built: a few files beside the program, read when the first of them is asked for, and again when
 * another page was built in its place. A path is looked up among their names, so nothing else on the disk can be asked for.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the page, ready to be sent. */
export interface PageFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly tag: string;
  /** Its name changes with its contents, so a browser may keep it for good. */
  readonly isLasting: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const START = 'index.html';

export class PageFiles {
  readonly #folder: string;
  #files: ReadonlyMap<string, PageFile> = new Map();
  /** How the start page looked when the files were read. */
  #seen = '';

  constructor(folder = fileURLToPath(new URL('./viz/', import.meta.url))) {
    this.#folder = folder;
  }

  /** Whether there is a page; there is none where it was not built. */
  get isBuilt(): boolean {
    return this.#files.size > 0;
  }

  /** By path, `index.html` and `assets/…`; the start page is looked at anew. */
  get(path: string): PageFile | undefined {
    if (path === START || !this.isBuilt) this.#look();
    return this.#files.get(path);
  }

  #look(): void {
    const start = statSync(join(this.#folder, START), { throwIfNoEntry: false });
    const seen = start === undefined ? '' : `${start.mtimeMs} ${start.size} ${start.ino}`;
    if (seen === this.#seen || start === undefined) return;
    // A page that is open goes on asking for parts of the one that it began with.
    this.#files = new Map([...this.#files, ...readPage(this.#folder)]);
    this.#seen = seen;
  }
}

function* readPage(folder: string): Generator<[string, PageFile]> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(folder, name));
    const path = name.replaceAll('\\', '/');
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`;
    yield [path, { bytes, type, tag, isLasting: path.startsWith('assets/') }];
  }
}
