/** Sessions by REST: how hooks and editors begin a conversation, and what a session has done. */
import * as z from 'zod/v4';
import type { MemoryGraph } from '../../../memory/model.js';
import { absoluteFolder } from '../absolute-folder.js';
import { graphOf, type MemoryPort } from '../memory-port.js';
import { given, liveSession, word } from './fields.js';
import { defineRoute, type Route } from './route.js';

export const SESSION_ROUTES: readonly Route[] = [
  defineRoute(
    'POST',
    '/api/sessions/register',
    z.strictObject({ project_path: word.optional(), claude_session_id: word.optional() }),
    async ({ project_path, claude_session_id: hostSession }, memory) => {
      const project = project_path === undefined ? undefined : absoluteFolder(project_path);
      const done = await memory.apply({ kind: 'register-session', ...given({ project, hostSession }) });
      return { session_id: done.session, start_ts: done.startTs };
    },
  ),
  defineRoute(
    'POST',
    '/api/session_bootstrap',
    z.strictObject({
      project_path: word,
      claude_session_id: word.optional(),
      source: z.enum(['startup', 'resume', 'clear', 'compact']).optional(),
      resumed_session: word.optional(),
    }),
    async ({ project_path, claude_session_id: hostSession, source, resumed_session }, memory) => {
      const { session, isReused, context, text, stats } = await memory.apply({
        kind: 'bootstrap',
        project: absoluteFolder(project_path),
        ...given({ hostSession, source, resumedSession: resumed_session }),
      });
      const { userActive, projectActive, shownGists } = stats;
      return {
        session_id: session,
        reused: isReused,
        context,
        text,
        stats: { user_active: userActive, project_active: projectActive, shown_gists: shownGists },
      };
    },
  ),
  defineRoute(
    'GET',
    '/api/session_state',
    z.strictObject({ project_path: word }),
    async ({ project_path }, memory) => {
      const project = await memory.openProject(absoluteFolder(project_path));
      const found = newestOf(project, memory);
      if (found === undefined) return { found: false };
      const [session_id, { full_read_ts, preloaded_ids = [] }] = found;
      const full_read_done = full_read_ts !== undefined;
      return { found: true, session_id, full_read_done, preloaded_count: preloaded_ids.length };
    },
  ),
  defineRoute(
    'GET',
    '/api/sessions/:id/stats',
    z.strictObject({ id: word }),
    async ({ id: session_id }, memory) => {
      const { start_ts, last_activity, op_count, project_path } = liveSession(session_id, memory);
      const user = sizeOf(memory.state().user);
      const project =
        project_path === null
          ? undefined
          : sizeOf(await graphOf(memory, { level: 'project', project: project_path }));
      return {
        session_id,
        duration_seconds: last_activity - start_ts,
        op_count,
        project_path,
        started_at: start_ts,
        graphs: { user, ...(project !== undefined && { project }) },
      };
    },
  ),
];

function newestOf(project: string, memory: MemoryPort) {
  const ofProject = [...memory.state().sessions].filter(([, session]) => session.project_path === project);
  return ofProject.sort(([, a], [, b]) => b.start_ts - a.start_ts)[0];
}

function sizeOf({ nodes, edges }: MemoryGraph) {
  return { nodes: nodes.size, edges: edges.size };
}
