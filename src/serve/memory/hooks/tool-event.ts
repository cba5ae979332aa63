/**
 * A tool has looked at something: it is counted, and when the counts prove that it was found out twice, the session is told
 * to save what it found. Looks of subagents count, but the conversation is told, since it is who knows what was learned.
 */
import path from 'node:path';
import { realPathOf } from '../../../kernel/disk.js';
import { findRepository } from '../../../kernel/repository.js';
import { captureText, countLook, isNudgeDue, noteNudge } from '../../../memory/ambient/capture.js';
import { isCovered } from '../../../memory/ambient/coverage.js';
import { boundProject, hookSession } from '../../../memory/ambient/hook-session.js';
import { fileTarget, searchTarget, type Target, webTarget } from '../../../memory/ambient/target.js';
import type { MemoryPort } from '../memory-port.js';
import { type HookOutput, hookOutput, NOTHING } from './hook-output.js';
import { folderOf, type HookPayload, textOf } from './hook-payload.js';

export async function answerToolEvent(
  payload: HookPayload,
  memory: MemoryPort,
  now: number,
): Promise<HookOutput> {
  const { cwd, hostSession, agentId } = payload;
  if (cwd === undefined) return NOTHING;
  // The conversation may have walked into another folder.
  const project = await memory.openProject(boundProject(memory.state().sessions, hostSession) ?? cwd);
  const target = targetOf(payload, project);
  if (target === undefined) return NOTHING;
  memory.ambient?.counts.add({ tool_events: 1 });
  const asker = { project, ...(hostSession !== undefined && { hostSession }) };
  const session = hookSession(memory.state().sessions, asker, now);
  let said = '';
  await memory.updateToolEvents(project, (events) => {
    const counted = countLook(events, target, { host: hostSession, now });
    if (session === undefined || agentId !== undefined) return counted;
    if (!isNudgeDue(counted, target, { session, now })) return counted;
    if (isCovered(target, graphsOf(memory, project), project)) return counted;
    said = captureText(counted, target, session);
    return noteNudge(counted, target, { session, now });
  });
  if (said !== '') memory.ambient?.counts.add({ capture_nudges: 1 });
  return hookOutput('PostToolUse', said);
}

function graphsOf(memory: MemoryPort, project: string) {
  const { user, projects } = memory.state();
  const own = projects.get(project);
  return own === undefined ? [user] : [own, user];
}

function targetOf({ cwd = '', toolName, toolInput }: HookPayload, project: string): Target | undefined {
  switch (toolName) {
    case 'Read': {
      const named = textOf(toolInput.file_path);
      const file = named === undefined ? undefined : folderOf(path.resolve(cwd, named));
      if (file === undefined) return undefined;
      const real = realPathOf(file);
      return fileTarget(real, checkoutOf(real, project));
    }
    case 'WebFetch':
      return webTarget(textOf(toolInput.url) ?? '');
    case 'WebSearch':
      return searchTarget(textOf(toolInput.query) ?? '');
    default:
      return undefined;
  }
}

/** The top that a file's path counts from: the project's, or that of the worktree of it in which the file lies. */
function checkoutOf(file: string, project: string): string {
  const repository = findRepository(path.dirname(file));
  if (repository === undefined) return project;
  const isWorktree = repository.gitFolder !== repository.commonFolder;
  return isWorktree && path.dirname(repository.commonFolder) === project ? repository.top : project;
}
