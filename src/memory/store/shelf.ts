/**
 * The graphs that are in memory: the user's always, projects when somebody needs them, at most so many. What has not been
 * used for the longest time makes room, unless it is unsaved or being saved.
 *
 * Which project a folder is, is asked of `project-places.ts`; what the graphs mean is nobody's business here.
 */
import path from 'node:path';
import { describeError } from '../../kernel/errors.js';
import { runInSlices } from '../../kernel/slices.js';
import { MemoryError } from '../errors.js';
import type { GraphName, MemoryGraph } from '../model.js';
import { warmWords } from '../words.js';
import { readIfThere, type StoreDisk } from './disk.js';
import { type FileTools, GraphFile, graphPaths } from './graph-files.js';
import { parseGraphInSteps } from './graph-parse.js';
import { asciiJson } from './graph-text.js';
import { GroupSave } from './group-save.js';
import { loadJsonObject, saveJsonObject } from './json-file.js';
import { loadGraph, newestOf } from './load-graph.js';
import type { KnownProject, ProjectPlace, ProjectPlaces } from './project-places.js';
import { type SaveGuard, ShelfGraph } from './shelf-graph.js';
import { decodeToolEvents, encodeToolEvents, NO_TOOL_EVENTS, type ToolEvents } from './tool-events.js';

/** Graphs that may be in memory beside the user's; a graph at its limits has some hundred kilobytes. */
export const LOADED_PROJECTS_MAX = 64;

export interface ShelfOptions {
  readonly root: string;
  readonly tools: FileTools;
  readonly places: ProjectPlaces;
  readonly guard: SaveGuard;
  readonly projectsMax?: number;
}

/** A project's graph with what lies beside it. */
class ShelfProject {
  readonly place: ProjectPlace;
  readonly shelf: ShelfGraph;
  events: ToolEvents;
  eventsSave: GroupSave;

  constructor(place: ProjectPlace, shelf: ShelfGraph, events: ToolEvents, saveEvents: () => Promise<void>) {
    this.place = place;
    this.shelf = shelf;
    this.events = events;
    this.eventsSave = new GroupSave(saveEvents);
  }
}

export class Shelf {
  readonly user: ShelfGraph;
  readonly #options: ShelfOptions;
  readonly #projects = new Map<string, ShelfProject>();
  readonly #loading = new Map<string, Promise<ShelfProject>>();

  private constructor(user: ShelfGraph, options: ShelfOptions) {
    this.user = user;
    this.#options = options;
  }

  /** Opens the shelf with the user's graph on it. */
  static async open(options: ShelfOptions): Promise<Shelf> {
    const { root, tools, guard } = options;
    const user = await openGraph(graphPaths(root, 'user'), tools, guard);
    return new Shelf(user, options);
  }

  /** Loads a project's graph unless it is there. `project` is a root as `ProjectPlaces` gives it. */
  async load(project: string): Promise<void> {
    const known = this.#projects.get(project);
    if (known !== undefined) {
      known.shelf.usedAt = this.#options.tools.clock.elapsed();
      return;
    }
    const loading = this.#loading.get(project) ?? this.#load(project);
    this.#loading.set(project, loading);
    try {
      this.#projects.set(project, await loading);
    } finally {
      this.#loading.delete(project);
    }
  }

  /** Loads a graph that nobody asked for by name: that it cannot be read is told and stops nothing. Whether it is there. */
  async loadQuietly(project: string): Promise<boolean> {
    try {
      await this.load(project);
      return true;
    } catch (error) {
      this.#options.tools.log.warn(describeError(error));
      return false;
    }
  }

  /** Loads the graphs whose files name an id, as a node, an end or a touch; the roots of their projects. */
  async loadNaming(id: string): Promise<string[]> {
    const { places, tools } = this.#options;
    const naming: string[] = [];
    for (const { slug, project } of await places.list()) {
      if (project === undefined) continue;
      const { primary, journal } = graphPaths(places.folderOf(slug), 'graph');
      const isLoaded = this.#projects.has(project);
      if (!isLoaded && !(await holdsText(tools.disk, [primary, journal], asciiJson(id)))) continue;
      if (await this.loadQuietly(project)) naming.push(project);
    }
    return naming;
  }

  /** A graph that is loaded. */
  get(name: GraphName): ShelfGraph | undefined {
    return name.level === 'user' ? this.user : this.#projects.get(name.project)?.shelf;
  }

  /** Whether a project was only asked about: it is loaded, and nothing was ever in it. */
  isBlank(project: string): boolean {
    const graph = this.#projects.get(project)?.shelf.graph;
    if (graph === undefined) return false;
    return [graph.nodes, graph.edges, graph.versions, graph.progress].every((map) => map.size === 0);
  }

  /** The graph of each loaded project. */
  graphs(): Map<string, MemoryGraph> {
    return new Map([...this.#projects].map(([project, { shelf }]) => [project, shelf.graph]));
  }

  /** Every loaded graph with its name. */
  *all(): Generator<readonly [GraphName, ShelfGraph]> {
    yield [{ level: 'user' }, this.user];
    for (const [project, { shelf }] of this.#projects) yield [{ level: 'project', project }, shelf];
  }

  /** What was read and fetched in a project, as far as it is loaded. */
  toolEvents(project: string): ToolEvents {
    return this.#projects.get(project)?.events ?? NO_TOOL_EVENTS;
  }

  /** Changes the tool events of a loaded project; resolves when they are on the disk. */
  async setToolEvents(project: string, events: ToolEvents): Promise<void> {
    const known = this.#projects.get(project);
    if (known === undefined) throw notLoaded(project);
    known.events = events;
    await known.eventsSave.request();
  }

  /** Takes the least used graphs from memory until so many are left; those in `needed` stay. */
  evict(needed: ReadonlySet<string>): void {
    const { projectsMax = LOADED_PROJECTS_MAX } = this.#options;
    const surplus = this.#projects.size - projectsMax;
    if (surplus <= 0) return;
    const idle = [...this.#projects]
      .filter(([project, { shelf, eventsSave }]) => {
        return !needed.has(project) && !shelf.isDirty && !shelf.isBusy && !eventsSave.isBusy;
      })
      .sort(([, a], [, b]) => a.shelf.usedAt - b.shelf.usedAt);
    for (const [project] of idle.slice(0, surplus)) this.#projects.delete(project);
  }

  /** Takes the graph of a project from memory whose folder has another name now. */
  async forget(project: string): Promise<void> {
    const known = this.#projects.get(project);
    if (known === undefined) return;
    await known.shelf.flush();
    this.#projects.delete(project);
  }

  /** The value of a graph on the disk without keeping it in memory; `undefined` when it cannot be read. */
  async peek({
    slug,
    project,
  }: KnownProject): Promise<{ graph: MemoryGraph; events: ToolEvents } | undefined> {
    const loaded = project === undefined ? undefined : this.#projects.get(project);
    if (loaded !== undefined) return { graph: loaded.shelf.graph, events: loaded.events };
    const { disk } = this.#options.tools;
    const folder = this.#options.places.folderOf(slug);
    for (const file of [graphPaths(folder, 'graph').primary, graphPaths(folder, 'graph').previous]) {
      const bytes = await readIfThere(disk, file);
      if (bytes === undefined) continue;
      try {
        const content = await new GraphFile(graphPaths(folder, 'graph'), this.#options.tools).journal.read();
        const parsed = await runInSlices(parseGraphInSteps(bytes));
        return { graph: newestOf(parsed, content), events: await this.#readEvents(folder) };
      } catch (error) {
        // It is set aside and said when somebody opens it; a survey changes nothing.
        this.#options.tools.log.warn(`${file} cannot be read: ${String(error)}`);
      }
    }
    return undefined;
  }

  async #load(project: string): Promise<ShelfProject> {
    const { tools, guard, places } = this.#options;
    const place = await places.locate(project);
    const shelf = await openGraph(graphPaths(place.folder, 'graph'), tools, guard, place);
    shelf.usedAt = tools.clock.elapsed();
    const events = await this.#readEvents(place.folder);
    const loaded: ShelfProject = new ShelfProject(place, shelf, events, async () => {
      guard.assertWritable();
      const now = tools.clock.now() / 1000;
      const file = path.join(place.folder, 'tool_events.json');
      await saveJsonObject(file, encodeToolEvents(loaded.events, now), 1, tools.disk);
    });
    return loaded;
  }

  async #readEvents(folder: string): Promise<ToolEvents> {
    const { disk, clock, log } = this.#options.tools;
    const { value, notice } = await loadJsonObject(path.join(folder, 'tool_events.json'), disk, clock);
    if (notice !== undefined) log.warn(notice);
    return decodeToolEvents(value);
  }
}

async function openGraph(
  paths: ReturnType<typeof graphPaths>,
  tools: FileTools,
  guard: SaveGuard,
  place?: ProjectPlace,
): Promise<ShelfGraph> {
  const file = new GraphFile(paths, tools);
  const loaded = await loadGraph({ file, disk: tools.disk, now: tools.clock.now() / 1000 });
  for (const notice of loaded.notices) tools.log.warn(notice);
  // Search and the look for near-duplicates need them, and would hold everything else up.
  await runInSlices(warmWords(loaded.graph));
  const graph = place === undefined ? loaded.graph : signed(loaded.graph, place);
  const shelf = new ShelfGraph({ file, loaded: { ...loaded, graph }, guard, log: tools.log });
  // A mended or recovered state is written at once; when that fails it is tried again with the next change.
  if (shelf.isDirty) await shelf.flush().catch((error: unknown) => tools.log.error(String(error)));
  return shelf;
}

/** The graph with the path and the folder it belongs to, which is what the next search for its owner goes by. */
function signed(graph: MemoryGraph, { project, folderId }: ProjectPlace): MemoryGraph {
  const extraMeta = folderId === '' ? graph.extraMeta : { ...graph.extraMeta, project_folder: folderId };
  return { ...graph, projectPath: project, extraMeta };
}

async function holdsText(disk: StoreDisk, files: readonly string[], text: string): Promise<boolean> {
  for (const file of files) if ((await readIfThere(disk, file))?.includes(text)) return true;
  return false;
}

function notLoaded(project: string): MemoryError {
  return new MemoryError('no-project', `no memory of ${project} is open`, 'Ask for it with its path first.');
}
