/**
 * One event carried to the server, and what to print of it. Everything that can go wrong ends in an empty line: a hook must
 * never stand in the way of a prompt.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { MemoryConfig } from '../config/memory-config.js';
import { type Asked, ask } from './ask.js';
import type { CourierEvent } from './events.js';
import type { HookFields } from './fields.js';
import { lineFor, lineOf } from './output.js';
import { findPlace, isLocal, type Place } from './place.js';

const LOOK_EVERY_MS = 40;

/** Carries an event; the line to print. `signal` ends all waiting. */
export async function carry(
  event: CourierEvent,
  fields: HookFields,
  config: MemoryConfig,
  signal: AbortSignal,
): Promise<string> {
  const place = findPlace(config);
  let said = await askAll(event, fields, place, signal);
  if (said === undefined && event.isStart === true && isLocal(place)) {
    const { startServer } = await import('./start-server.js');
    startServer();
    while (said === undefined && (await isStillTime(signal)))
      said = await askAll(event, fields, place, signal);
    // A question that was cut off by the time was answered by nobody.
    if (said === undefined || (said === '' && signal.aborted))
      said = lineOf(event.hostName, warmingUp(fields.cwd));
  }
  return said ?? '';
}

/** The line; `undefined` when nobody listens. */
async function askAll(
  event: CourierEvent,
  fields: HookFields,
  place: Place,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const question of event.ask(fields)) {
    const asked: Asked = await ask(place, question, signal);
    switch (asked.kind) {
      case 'absent':
        return undefined;
      case 'useless':
        return '';
      case 'unknown':
        continue;
      case 'reply':
        if (question.read === undefined) return lineFor(event, asked.body);
        return lineOf(event.hostName, question.read(asked.body));
    }
  }
  return '';
}

async function isStillTime(signal: AbortSignal): Promise<boolean> {
  try {
    await wait(LOOK_EVERY_MS, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

function warmingUp(cwd: string): string {
  return (
    'Agent memory (kg): its server is starting, so there is no preload. Before substantive work call ' +
    `kg_read(cwd=${JSON.stringify(cwd)}); it loads the memory of this project. If the kg_ tools are missing, the user can reconnect them with /mcp.`
  );
}
