/** A prompt: what it calls to mind, else that the full read is due, else a reminder, else nothing. */
import { reminder, stageOf } from '../../../memory/ambient/reminders.js';
import type { MemoryPort } from '../memory-port.js';
import { type HookOutput, hookOutput, NOTHING } from './hook-output.js';
import type { HookPayload } from './hook-payload.js';
import { transcriptBytes } from './transcript.js';

// What hosts say of prompts that are their own; those of people and of programs that drive an agent go by other names.
const MACHINE_SOURCE = /system|wakeup|cron|schedul|notif|hook|loop/i;

export async function answerPrompt(payload: HookPayload, memory: MemoryPort): Promise<HookOutput> {
  const { cwd, hostSession, prompt = '', source } = payload;
  if (cwd === undefined) return NOTHING;
  const isOfPeople = source === undefined || !MACHINE_SOURCE.test(source);
  const { did, session, text, gists, anchors } = await memory.apply({
    kind: 'recall',
    project: cwd,
    prompt: isOfPeople ? prompt : '',
    ...(hostSession !== undefined && { hostSession }),
  });
  const counts = memory.ambient?.counts;
  counts?.add({ prompts: 1 });
  switch (did) {
    case 'nudged':
      counts?.add({ full_read_nudges: 1 });
      break;
    case 'recalled':
      counts?.add({ recalls: 1, recalled_gists: gists, recalled_names: anchors });
      break;
    case 'silent':
      return session === null || !isOfPeople ? silent(memory) : remind(payload, session, memory);
  }
  return hookOutput('UserPromptSubmit', text);
}

async function remind(
  { transcriptPath }: HookPayload,
  session: string,
  memory: MemoryPort,
): Promise<HookOutput> {
  const { ambient } = memory;
  if (ambient?.reminders === 'quiet') return silent(memory);
  const stage = stageOf(await transcriptBytes(transcriptPath));
  const nth = ambient?.countReminder(session) ?? 0;
  ambient?.counts.add({ reminders: 1 });
  return hookOutput('UserPromptSubmit', reminder(stage, nth));
}

function silent({ ambient }: MemoryPort): HookOutput {
  ambient?.counts.add({ silent: 1 });
  return NOTHING;
}
