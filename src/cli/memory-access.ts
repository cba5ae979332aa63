/**
 * The memory for a command: through the server when one runs, since only one process may write, else opened here for as long
 * as the command runs. Either way it is asked by the REST endpoints' names.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { MemoryConfig } from '../config/memory-config.js';
import { systemClock } from '../kernel/clock.js';
import { KgError } from '../kernel/errors.js';
import type { Log } from '../kernel/log.js';
import type { openMemory, serveMemory } from '../serve/memory/serve-memory.js';

/** Asks an endpoint: `GET`, `/api/history`, its fields. */
export type CallMemory = (
  method: 'GET' | 'POST',
  path: string,
  fields?: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

interface MemoryBundle {
  readonly serveMemory: typeof serveMemory;
  readonly openMemory: typeof openMemory;
}

/** What the server's own bundle offers. It lies beside this program, and no other command loads it. */
export function loadMemoryBundle(): MemoryBundle {
  const load = createRequire(import.meta.url);
  const bundle: MemoryBundle = load(fileURLToPath(new URL('./memory.cjs', import.meta.url)));
  return {
    serveMemory: (options) => withOwnErrors(bundle.serveMemory(options)),
    openMemory: async (options) => {
      const { call, close } = await withOwnErrors(bundle.openMemory(options));
      return {
        call: (...request) => withOwnErrors(call(...request)),
        close: () => withOwnErrors(close()),
      };
    },
  };
}

/** A bundle has a class `KgError` of its own, by which nobody here would know what it throws. */
async function withOwnErrors<T>(doing: Promise<T>): Promise<T> {
  try {
    return await doing;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'KgError') throw error;
    const { code, message, hint } = error as KgError;
    throw new KgError(code, message, { cause: error, ...(hint !== undefined && { hint }) });
  }
}

/** Lets `use` ask the memory, and closes what was opened for it. */
export async function withMemory<T>(
  config: MemoryConfig,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
  use: (call: CallMemory) => Promise<T>,
): Promise<T> {
  const { differences, findServer } = await import('../serve/memory/process/find-server.js');
  const found = config.port === 0 ? { kind: 'none' as const } : await findServer(config);
  if (found.kind === 'running' && !differences(found.health, found.state, config).includes('storage-root')) {
    const { callServer } = await import('../serve/memory/process/call-server.js');
    const tokenFile = found.state?.tokenFile ?? config.tokenFile;
    return use((method, path, fields = {}) =>
      callServer({ ...config, tokenFile }, { method, path, fields, signal }),
    );
  }
  if (found.kind === 'stopping') {
    throw new KgError('not-healthy', `the server (pid ${found.state.process.pid}) is ending`, {
      hint: 'Nothing was done; ask again in a moment.',
    });
  }
  if (found.kind === 'hung') {
    throw new KgError(
      'not-healthy',
      `the server (pid ${found.state.process.pid}) lives and does not answer`,
      {
        hint: 'kg-memory server restart --force replaces it.',
      },
    );
  }
  const memory = await loadMemoryBundle().openMemory({ config, log, clock: systemClock });
  try {
    return await use((method, path, fields = {}) => memory.call(method, path, fields));
  } finally {
    await memory.close();
  }
}
