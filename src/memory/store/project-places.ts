/**
 * Which project a folder belongs to, and where its memory lies: `projects/<slug>`.
 *
 * The worktrees of a repository are one project, that of the main checkout; a folder inside of it is the same project, unless
 * it has a memory of its own from before. A slug is the folder's plain name when that is free or ours, else the name and a
 * hash of the path. Another project's memory is never taken for its name alone: only when its folder is gone, and it is
 * plainly the same folder under another path (the same inode and birth), or the only one of that name that has moved away.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { writeFileAtomic } from '../../kernel/atomic-file.js';
import { realPathOf } from '../../kernel/disk.js';
import { diskError } from '../../kernel/disk-error.js';
import { KgError } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import { identifyProject } from '../../kernel/project.js';
import { isRecord } from '../is-record.js';
import { FILE_MODE, isMissing, namesIn, readIfThere, type StoreDisk, syncFolder } from './disk.js';
import { parseJsonObject } from './json-file.js';

/** A project that was asked for. */
export interface ProjectPlace {
  /** The absolute root that names the project everywhere. */
  readonly project: string;
  readonly slug: string;
  readonly folder: string;
  /** What tells the project's folder from another of the same path; empty when it is not there. */
  readonly folderId: string;
}

/** A memory that lies on the disk. */
export interface KnownProject {
  readonly slug: string;
  /** `undefined` in files of earlier versions. */
  readonly project: string | undefined;
  readonly folderId: string | undefined;
}

interface PlacesOptions {
  readonly root: string;
  readonly disk: StoreDisk;
  readonly log: Log;
  readonly home: string;
  /** Projects that sessions have named, which tell whose a memory without a path is. */
  readonly sessionProjects: () => Iterable<string>;
  /** Called before the folder of a project's memory gets another name: nothing may be written there any more. */
  readonly beforeMove: (project: string) => Promise<void>;
}

const KNOWN_MAX = 2_000;

export class ProjectPlaces {
  readonly #options: PlacesOptions;
  readonly #folder: string;
  readonly #aliases: string;
  readonly #known = new Map<string, KnownProject>();
  readonly #byPath = new Map<string, ProjectPlace>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: PlacesOptions) {
    this.#options = options;
    this.#folder = path.join(options.root, 'projects');
    this.#aliases = path.join(options.root, 'aliases.json');
  }

  /** The place of the project a folder belongs to; one at a time, so that two never get one place. */
  locate(written: string): Promise<ProjectPlace> {
    const known = this.#byPath.get(written);
    if (known !== undefined) return Promise.resolve(known);
    const place = this.#turn.then(() => this.#locate(written));
    this.#turn = place.catch(() => undefined);
    return place;
  }

  /** The root that names the project of a folder, for whoever needs no place for it yet. */
  async rootOf(written: string): Promise<string> {
    await this.#look();
    return this.#rootOf(written);
  }

  /** The roots of all projects with a memory on the disk, in order. */
  async projects(): Promise<string[]> {
    return (await this.list()).flatMap(({ project }) => project ?? []).sort();
  }

  /** Every memory on the disk, and the places of projects that have none yet. */
  async list(): Promise<KnownProject[]> {
    await this.#look();
    return [...this.#known.values()];
  }

  /** The folder of a slug. */
  folderOf(slug: string): string {
    return path.join(this.#folder, slug);
  }

  async #locate(written: string): Promise<ProjectPlace> {
    await this.#look();
    const project = this.#rootOf(written);
    const known = [...this.#byPath.values()].find((place) => place.project === project);
    const place = known ?? (await this.#assign(project));
    if (this.#byPath.size >= KNOWN_MAX) this.#byPath.clear();
    this.#byPath.set(written, place);
    return place;
  }

  #rootOf(written: string): string {
    const real = realRoot(written);
    const main = mainOf(real, this.#options.home);
    const hasOwn = main.isWorktree ? undefined : this.#slugOf(real);
    return hasOwn === undefined ? main.root : real;
  }

  /** Takes note of memories that have come since the last look. */
  async #look(): Promise<void> {
    for (const slug of await namesIn(this.#options.disk, this.#folder)) {
      if (this.#known.has(slug)) continue;
      const found = await this.#readMeta(slug);
      if (found !== undefined) this.#known.set(slug, found);
    }
  }

  async #readMeta(slug: string): Promise<KnownProject | undefined> {
    const { disk } = this.#options;
    for (const name of ['graph.json', 'graph.prev']) {
      const bytes = await readIfThere(disk, path.join(this.#folder, slug, name));
      const meta = bytes === undefined ? undefined : readMeta(bytes.toString('utf8'));
      if (meta !== undefined) return { slug, ...meta };
    }
    const hasJournal = (await namesIn(disk, path.join(this.#folder, slug))).includes('graph.journal');
    return hasJournal ? { slug, project: undefined, folderId: undefined } : undefined;
  }

  #slugOf(project: string): string | undefined {
    return [...this.#known.values()].find((known) => known.project === project)?.slug;
  }

  async #assign(project: string): Promise<ProjectPlace> {
    const folderId = await this.#folderId(project);
    const base = plainSlug(project);
    const ours = this.#slugOf(project);
    if (ours !== undefined) return this.#claim({ project, slug: ours, folderId });
    const there = this.#known.get(base);
    if (there !== undefined && there.project === undefined && this.#mayOwn(project)) {
      return this.#claim({ project, slug: base, folderId });
    }
    const slug = (await this.#isFree(base)) ? base : await this.#hashed(base, project);
    const former = await this.#findFormer(project, folderId);
    if (former === undefined) return this.#claim({ project, slug, folderId });
    await this.#options.beforeMove(former.project ?? '');
    const kept = former.slug === base ? base : await this.#move(former.slug, slug);
    this.#options.log.info(`${former.project ?? former.slug} is gone and ${project} takes its memory over`);
    return this.#claim({ project, slug: kept, folderId });
  }

  #claim(place: Omit<ProjectPlace, 'folder'>): ProjectPlace {
    const { slug, project, folderId } = place;
    this.#known.set(slug, { slug, project, folderId });
    return { ...place, folder: this.folderOf(slug) };
  }

  /** On a disk that knows no letter case, a name is taken by its other spelling, too. */
  async #isFree(slug: string): Promise<boolean> {
    if (this.#known.has(slug)) return false;
    const names = await namesIn(this.#options.disk, this.folderOf(slug));
    return !names.some((name) => name.startsWith('graph.'));
  }

  async #hashed(base: string, project: string): Promise<string> {
    const hash = createHash('sha256').update(project).digest('hex');
    for (const length of [8, 16, 32]) {
      const slug = `${base}-${hash.slice(0, length)}`;
      if (await this.#isFree(slug)) return slug;
    }
    return `${base}-${hash}`;
  }

  /** A memory without a path is ours unless sessions have named another project of that name and not ours. */
  #mayOwn(project: string): boolean {
    const same = [...this.#options.sessionProjects()].filter(
      (named) => path.basename(named) === path.basename(project),
    );
    return same.length === 0 || same.includes(project);
  }

  /** A memory whose folder is gone and that is this project's by its folder, by an alias, or by the only name like it. */
  async #findFormer(project: string, folderId: string): Promise<KnownProject | undefined> {
    const gone: KnownProject[] = [];
    for (const known of this.#known.values()) {
      if (known.project !== undefined && (await this.#isGone(known.project))) gone.push(known);
    }
    if (gone.length === 0) return undefined;
    const sameFolder = gone.find((known) => folderId !== '' && known.folderId === folderId);
    if (sameFolder !== undefined) return sameFolder;
    const aliases = await this.#readAliases();
    const aliased = gone.filter((known) => aliases[known.slug] === plainSlug(project));
    if (aliased.length === 1) return aliased[0];
    const alike: KnownProject[] = [];
    for (const known of gone) {
      const former = known.project ?? '';
      if (path.basename(former) !== path.basename(project)) continue;
      // A drive that is not there takes all its projects with it: they are away, not gone.
      if (!(await this.#isGone(path.dirname(former)))) alike.push(known);
    }
    return alike.length === 1 ? alike[0] : undefined;
  }

  async #isGone(folder: string): Promise<boolean> {
    try {
      await this.#options.disk.lstat(folder);
      return false;
    } catch (error) {
      return isMissing(error);
    }
  }

  async #folderId(project: string): Promise<string> {
    try {
      const { ino, birthtimeMs } = await this.#options.disk.lstat(project);
      return `${ino}-${Math.round(birthtimeMs)}`;
    } catch (error) {
      if (error instanceof Error) return '';
      throw error;
    }
  }

  /** Renames the folder of a memory, with all its generations, and notes it. Returns the slug it has now. */
  async #move(from: string, to: string): Promise<string> {
    const { disk } = this.#options;
    try {
      await disk.rename(this.folderOf(from), this.folderOf(to));
    } catch (error) {
      throw diskError(this.folderOf(to), error);
    }
    await syncFolder(disk, this.#folder);
    this.#known.delete(from);
    const aliases = { ...(await this.#readAliases()), [from]: to };
    await writeFileAtomic(this.#aliases, [`${JSON.stringify(aliases, null, 2)}\n`], {
      mode: FILE_MODE,
      disk,
    });
    return to;
  }

  async #readAliases(): Promise<Record<string, unknown>> {
    const bytes = await readIfThere(this.#options.disk, this.#aliases);
    return (bytes === undefined ? undefined : parseJsonObject(bytes.toString('utf8'))) ?? {};
  }
}

/** The folder's real path; it need not exist. */
function realRoot(written: string): string {
  if (!path.isAbsolute(written) || written.includes('\0')) {
    throw new KgError('bad-argument', `the project ${JSON.stringify(written)} is no absolute path`, {
      hint: 'Give the absolute path of the folder you work in, as `pwd` prints it.',
    });
  }
  return realPathOf(path.resolve(written));
}

/** The checkout that stands for a folder. A home directory under version control is nobody's project but its own. */
function mainOf(real: string, home: string): { readonly root: string; readonly isWorktree: boolean } {
  const { main, worktree } = identifyProject(real);
  if (home !== '' && main === realPathOf(home)) return { root: real, isWorktree: false };
  return { root: main, isWorktree: worktree !== undefined };
}

// Names that Windows keeps for devices, and characters that one system or another does not take.
const NO_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
const NO_CHARACTER = /[/\\:*?"<>|\u0000-\u001f\u007f]/g;
const SLUG_CHARS_MAX = 100;

function plainSlug(project: string): string {
  const slug = path.basename(project).replace(NO_CHARACTER, '_').slice(0, SLUG_CHARS_MAX);
  if (slug === '' || slug === '.' || slug === '..') return 'root';
  return slug.startsWith('-') || NO_NAME.test(slug) ? `_${slug}` : slug;
}

const PATH_LINE = /^ {4}"project_path": ("(?:[^"\\\n]|\\.)*")/m;
const FOLDER_LINE = /^ {4}"project_folder": "([^"\n]*)"/m;

/** What `_meta` says of the project; files are large, so the lines are looked for first. */
function readMeta(text: string): Omit<KnownProject, 'slug'> | undefined {
  const line = PATH_LINE.exec(text)?.[1];
  if (line !== undefined) {
    const project: unknown = JSON.parse(line);
    if (typeof project === 'string') return { project, folderId: FOLDER_LINE.exec(text)?.[1] };
  }
  const json = parseJsonObject(text);
  if (json === undefined) return undefined;
  const meta = isRecord(json._meta) ? json._meta : {};
  const { project_path: project, project_folder: folderId } = meta;
  return {
    project: typeof project === 'string' && project !== '' ? project : undefined,
    folderId: typeof folderId === 'string' ? folderId : undefined,
  };
}
