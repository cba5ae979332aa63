/**
 * A prompt as an operation: until the session has made its full read, that this is due; after it what the prompt calls to
 * mind, which the session has seen then.
 */
import type { MemoryState } from '../model.js';
import type { Recall } from '../operations.js';
import type { Results } from '../results.js';
import type { SearchedGraph } from '../search.js';
import { bindSession, markSeen, seenBy } from '../sessions.js';
import type { Who, Work } from '../work.js';
import { hookSession } from './hook-session.js';
import { recall } from './recall.js';
import { writeRecall } from './recall-text.js';
import { fullReadNudge } from './reminders.js';
import { weighPrompt } from './weigh-prompt.js';

/** Answers a prompt. */
export function recallPrompt(work: Work, operation: Recall): Results['recall'] {
  const { project, hostSession, prompt } = operation;
  const id = hookSession(work.sessions, operation, work.context.now);
  if (id === undefined) return silentOr({ session: null, text: fullReadNudge({ folder: project }) });
  if (hostSession !== undefined) bindSession(work, id, hostSession);
  const session = work.sessions.get(id);
  if (session === undefined) return silentOr({ session: null, text: '' });
  work.setSession(id, { ...session, last_activity: work.context.now });
  if (session.full_read_ts === undefined)
    return silentOr({ session: id, text: fullReadNudge({ session: id }) });
  const who: Who = { session: id, ...(session.project_path !== null && { project: session.project_path }) };
  const searched: SearchedGraph[] = work
    .namesOf(who)
    .map((name) => ({ level: name.level, graph: work.graph(name) }));
  const { named, code, weighed } = operation;
  const found = recall(searched, {
    prompt,
    seen: seenBy(work, who),
    ...(named !== undefined && { named }),
    ...(code !== undefined && { code }),
    ...(weighed !== undefined && { weighed }),
  });
  if (found === undefined) return { did: 'silent', session: id, text: '', gists: 0, anchors: 0 };
  const { text, shown } = writeRecall(found);
  markSeen(work, who, shown);
  // A gist is never given twice, also when the server ends unexpectedly.
  const seen = work.sessions.get(id);
  if (seen !== undefined) work.setSession(id, seen, true);
  return { did: 'recalled', session: id, text, gists: shown.length, anchors: found.anchors.length };
}

/** The operation with what its words find, made in steps; as it is when it will not be needed. */
export function* weighRecall(
  { user, projects, sessions }: MemoryState,
  operation: Recall,
  now: number,
): Generator<void, Recall> {
  const session = sessions.get(hookSession(sessions, operation, now) ?? '');
  if (session?.full_read_ts === undefined) return operation;
  const own = projects.get(session.project_path ?? '');
  const searched: SearchedGraph[] = [
    { level: 'user', graph: user },
    ...(own === undefined ? [] : [{ level: 'project' as const, graph: own }]),
  ];
  return { ...operation, weighed: yield* weighPrompt(searched, operation.prompt) };
}

function silentOr({ session, text }: { session: string | null; text: string }): Results['recall'] {
  return { did: text === '' ? 'silent' : 'nudged', session, text, gists: 0, anchors: 0 };
}
