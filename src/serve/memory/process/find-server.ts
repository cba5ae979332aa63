/**
 * What there is at the port that the settings name: our server as it should be, one of another version or another memory,
 * one that is ending, one that is alive and does not answer, a stranger, or nothing. Everything that starts or stops a server
 * decides by this.
 */
import type { MemoryConfig } from '../../../config/memory-config.js';
import type { Secret } from '../../../kernel/secret.js';
import { version } from '../../../kernel/version.js';
import { readToken } from '../http/bearer-token.js';
import { type Health, probe } from './probe.js';
import { readLiveState, type ServerState, serverFiles } from './server-state.js';

export type Found =
  /** `state` is absent when the process that answers is not the one that is written down: it is not ours to stop. */
  | { readonly kind: 'running'; readonly health: Health; readonly state: ServerState | undefined }
  /** It was told to end, and does what is left to do. */
  | { readonly kind: 'stopping'; readonly state: ServerState }
  /** It lives and does not answer. */
  | { readonly kind: 'hung'; readonly state: ServerState }
  | { readonly kind: 'stranger'; readonly why: string }
  | { readonly kind: 'none' };

/** Looks. Throws a `KgError` when the token file is not as it must be. */
export async function findServer(config: MemoryConfig): Promise<Found> {
  const { state: file } = serverFiles(config.stateFolder, config.port);
  const state = readLiveState(file);
  if (state?.isStopping === true) return { kind: 'stopping', state };
  const token: Secret | undefined = readToken(state?.tokenFile ?? config.tokenFile);
  const found = await probe(state?.host ?? config.host, config.port, token);
  if (found.kind === 'memory') {
    const isWrittenDown = state?.process.pid === found.health.pid;
    return { kind: 'running', health: found.health, state: isWrittenDown ? state : undefined };
  }
  // It may have begun to end while it was asked, and may have ended.
  const later = state === undefined ? undefined : readLiveState(file);
  if (later !== undefined) return { kind: later.isStopping === true ? 'stopping' : 'hung', state: later };
  return found.kind === 'nobody' ? { kind: 'none' } : found;
}

/** How a running server differs from the one that the settings and this program would start; empty when it does not. */
export function differences(
  health: Health,
  state: ServerState | undefined,
  config: MemoryConfig,
): readonly ('version' | 'storage-root')[] {
  const root = health.storageRoot ?? state?.storageRoot;
  return [
    ...(health.version === version ? [] : (['version'] as const)),
    ...(root === undefined || root === config.storageRoot ? [] : (['storage-root'] as const)),
  ];
}
