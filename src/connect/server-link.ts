/**
 * Where the memory server is, for as long as it is there: looked for once, started when there is none, replaced when it is older
 * than this program, and looked for again when somebody has found it gone. All who ask meanwhile wait for the same search.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { MemoryConfig } from '../config/memory-config.js';
import { findPlace, type Place } from '../hook/place.js';
import type { Clock } from '../kernel/clock.js';
import { describeError, KgError, systemErrorCode } from '../kernel/errors.js';
import type { Log } from '../kernel/log.js';
import { isNewerVersion, version } from '../kernel/version.js';
import { differences, type Found, findServer } from '../serve/memory/process/find-server.js';

export interface LinkOptions {
  /** Reads the settings; asked before every search, since what was wrong may be mended by then. */
  readonly loadConfig: () => Promise<MemoryConfig>;
  /** Starts a server, in the place of an older one, which answers what it was asked and writes all; what speaks against it. */
  readonly start: () => Promise<KgError | undefined>;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a server that is ending, or lives and does not answer on a busy machine, is waited for. */
  readonly hungWaitMs: number;
  /** How long a server that was started is waited for. Clients give up a start after 30 seconds, some after 10. */
  readonly startWaitMs: number;
}

type Running = Extract<Found, { kind: 'running' }>;

// A server that is starting is there after some hundred milliseconds.
const LOOK_EVERY_MS = 50;

export class ServerLink {
  readonly #options: LinkOptions;
  #search: Promise<Place> | undefined;
  #place: Place | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Where it is. Rejects with a `KgError` when there is none and none can be started. */
  place(): Promise<Place> {
    this.#search ??= this.#find().then(
      (place) => {
        this.#place = place;
        return place;
      },
      (error: unknown) => {
        this.#search = undefined;
        throw ofDisk(error);
      },
    );
    return this.#search;
  }

  /** Says that nobody, or somebody else, answers there. */
  lost(place: Place): void {
    if (this.#place !== place) return;
    this.#place = undefined;
    this.#search = undefined;
  }

  /** Whether the server there still says how it is. */
  async isAlive(): Promise<boolean> {
    const { kind } = await findServer(await this.#options.loadConfig());
    // One that is ending answers what it was asked before.
    return kind === 'running' || kind === 'stopping';
  }

  async #find(): Promise<Place> {
    const config = await this.#options.loadConfig();
    const found = await this.#look(config);
    if (found.kind !== 'running') return this.#start(config);
    const place = this.#placeOf(found, config);
    if (!isOlder(found)) return place;
    return this.#start(config, found.health.version).catch((error: unknown) => {
      // Somebody else has started it, or it does not end: it has served until now.
      this.#options.log.warn(
        `the memory server is of version ${found.health.version} and was not replaced: ${describeError(error)}`,
      );
      return place;
    });
  }

  async #look(config: MemoryConfig): Promise<Found> {
    const { clock, hungWaitMs } = this.#options;
    const end = clock.elapsed() + hungWaitMs;
    for (;;) {
      const found = await findServer(config);
      const isSilent = found.kind === 'hung' || found.kind === 'stopping';
      if (!isSilent || clock.elapsed() > end) return found;
      await wait(LOOK_EVERY_MS);
    }
  }

  /** It is looked for while the command runs, which ends some time after the server is up. */
  async #start(config: MemoryConfig, older?: string): Promise<Place> {
    const { start, clock, log, startWaitMs } = this.#options;
    log.info(
      older === undefined
        ? 'no memory server answers; starting one'
        : `the memory server is of version ${older}; starting one of ${version} in its place`,
    );
    const end = clock.elapsed() + startWaitMs;
    let ended: { readonly error: KgError | undefined } | undefined;
    void start().then((error) => {
      ended = { error };
    });
    while (clock.elapsed() < end) {
      if (ended?.error !== undefined) throw ended.error;
      const isLast = ended !== undefined;
      const found = await findServer(config);
      if (found.kind === 'running' && !isOlder(found)) return this.#placeOf(found, config);
      if (isLast) break;
      await wait(LOOK_EVERY_MS);
    }
    throw new KgError('timeout', `the memory server on port ${config.port} is not up yet`, {
      hint: 'Ask again in a moment; kg-memory server logs says what it does.',
    });
  }

  #placeOf(found: Running, config: MemoryConfig): Place {
    const differs = differences(found.health, found.state, config);
    if (differs.includes('storage-root')) throw otherMemory(found, config);
    return findPlace(config);
  }
}

function isOlder({ health }: Running): boolean {
  return isNewerVersion(version, health.version);
}

/** What the disk refuses is for the user to mend. */
function ofDisk(error: unknown): unknown {
  if (error instanceof KgError || systemErrorCode(error) === undefined) return error;
  return new KgError('io', `the memory server cannot be looked for: ${describeError(error)}`, {
    hint: 'Its files lie where XDG_STATE_HOME says, and must be readable for this account.',
    cause: error,
  });
}

/** What is meant for one memory must not be written into another. */
function otherMemory({ health, state }: Running, config: MemoryConfig): KgError {
  const root = health.storageRoot ?? state?.storageRoot;
  return new KgError(
    'not-healthy',
    `the server on port ${config.port} serves ${root}, not ${config.storageRoot}`,
    { hint: 'Choose another port with KG_HTTP_PORT, or stop that server first.' },
  );
}
