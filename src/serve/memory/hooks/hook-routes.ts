/**
 * The endpoints of hooks. Each takes a host's payload as it is and answers what the hook is to print, an empty object for
 * nothing. A request that cannot be fulfilled (a folder that cannot be opened, a disk that refuses) is nothing too: a hook has
 * nobody to tell. Faults of our own are told as everywhere.
 */
import * as z from 'zod/v4';
import { systemClock } from '../../../kernel/clock.js';
import { KgError } from '../../../kernel/errors.js';
import type { MemoryPort } from '../memory-port.js';
import { defineRoute, type Route } from '../rest/route.js';
import { type HookOutput, NOTHING } from './hook-output.js';
import { HOOK_INPUT, type HookPayload, readPayload } from './hook-payload.js';
import { answerPrompt } from './prompt-context.js';
import { answerSessionStart, answerSubagentStart } from './session-start.js';
import { answerToolEvent } from './tool-event.js';

type Answer = (payload: HookPayload, memory: MemoryPort, now: number) => Promise<HookOutput>;

export const HOOK_ROUTES: readonly Route[] = [
  hookRoute('/api/session_start', answerSessionStart),
  hookRoute('/api/subagent_start', answerSubagentStart),
  hookRoute('/api/prompt_context', answerPrompt),
  hookRoute('/api/tool_event', answerToolEvent),
  defineRoute('GET', '/api/hook_stats', z.strictObject({}), async (_, { ambient }) => {
    return ambient?.counts.document ?? {};
  }),
];

function hookRoute(path: string, answer: Answer): Route {
  return defineRoute('POST', path, HOOK_INPUT, async (input, memory) => {
    try {
      return await answer(readPayload(input), memory, memory.ambient?.now() ?? systemClock.now() / 1_000);
    } catch (error) {
      if (error instanceof KgError) return NOTHING;
      throw error;
    }
  });
}
