/** The sessions in memory and their file, saved together by all who wait for it. */
import path from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import { describeError } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import type { Session } from '../model.js';
import { decodeSessions, encodeSessions } from '../sessions-file.js';
import type { StoreDisk } from './disk.js';
import { GroupSave } from './group-save.js';
import { loadJsonObject, saveJsonObject } from './json-file.js';
import type { ProjectPlaces } from './project-places.js';
import type { SaveGuard } from './shelf-graph.js';

export interface SessionsOptions {
  readonly root: string;
  readonly disk: StoreDisk;
  readonly clock: Clock;
  readonly log: Log;
  readonly guard: SaveGuard;
}

export class SessionsShelf {
  /** Those that live; whoever applies operations sets them. */
  sessions: ReadonlyMap<string, Session>;
  #saved: ReadonlyMap<string, Session>;
  readonly #file: string;
  readonly #group: GroupSave;

  private constructor(sessions: ReadonlyMap<string, Session>, { root, disk, guard }: SessionsOptions) {
    this.sessions = sessions;
    this.#saved = sessions;
    this.#file = path.join(root, 'sessions.json');
    this.#group = new GroupSave(async () => {
      const taken = this.sessions;
      if (taken === this.#saved) return;
      guard.assertWritable();
      await saveJsonObject(this.#file, encodeSessions(taken), 2, disk);
      this.#saved = taken;
    });
  }

  /** Reads the file; a damaged one is set aside and said. */
  static async open(options: SessionsOptions): Promise<SessionsShelf> {
    const { root, disk, clock, log } = options;
    const { value, notice } = await loadJsonObject(path.join(root, 'sessions.json'), disk, clock);
    if (notice !== undefined) log.warn(notice);
    return new SessionsShelf(decodeSessions(value, clock.now() / 1000), options);
  }

  /** The roots that sessions name. */
  *projects(): Generator<string> {
    for (const { project_path } of this.sessions.values()) if (project_path !== null) yield project_path;
  }

  /** Sessions as earlier versions wrote them name a folder, which may be a worktree or inside of a project. */
  async locate(places: ProjectPlaces, log: Log): Promise<void> {
    const located = new Map<string, Session>();
    for (const [id, session] of this.sessions) {
      let project = session.project_path;
      try {
        if (project !== null) project = await places.rootOf(project);
      } catch (error) {
        log.warn(`session ${id} keeps no project: ${describeError(error)}`);
        project = null;
      }
      located.set(id, project === session.project_path ? session : { ...session, project_path: project });
    }
    this.sessions = located;
    this.#saved = located;
  }

  get isDirty(): boolean {
    return this.sessions !== this.#saved;
  }

  /** Resolves when the sessions of before the call are on the disk. */
  save(): Promise<void> {
    return this.#group.request();
  }
}
