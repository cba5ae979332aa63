/**
 * The events a courier carries: what the host calls each, and what the server is asked. A server of an earlier version knows
 * less, so what follows is asked when the one before is not there.
 */
import { fullReadNudge } from '../memory/ambient/reminders.js';
import type { HookFields } from './fields.js';

/** One question to the server; `read` takes the words for the model from the reply. */
export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Absent: the reply is what is to be printed. */
  readonly read?: (reply: Readonly<Record<string, unknown>>) => string;
}

/** An event by its name on the command line. */
export interface CourierEvent {
  readonly hostName: 'SessionStart' | 'UserPromptSubmit' | 'PostToolUse' | 'SubagentStart';
  readonly ask: (fields: HookFields) => readonly Question[];
  /** Starts the server when there is none. */
  readonly isStart?: true;
}

export const EVENTS: Readonly<Record<string, CourierEvent>> = {
  'session-start': {
    hostName: 'SessionStart',
    isStart: true,
    ask: (fields) => {
      const { cwd, session_id, source } = fields;
      const earlier = { project_path: cwd, claude_session_id: session_id, source };
      const read = ({ context }: Readonly<Record<string, unknown>>) => String(context ?? '');
      return [
        post('/api/session_start', fields),
        { ...post('/api/session_bootstrap', earlier), read },
        { method: 'GET', path: '/api/session_bootstrap', fields: earlier, read },
      ];
    },
  },
  'user-prompt-submit': {
    hostName: 'UserPromptSubmit',
    ask: (fields) => [
      post('/api/prompt_context', fields),
      {
        method: 'GET',
        path: '/api/session_state',
        fields: { project_path: fields.cwd },
        read: ({ found, full_read_done, session_id }) =>
          found === true && full_read_done === false && typeof session_id === 'string'
            ? fullReadNudge({ session: session_id })
            : '',
      },
    ],
  },
  'post-tool-use': { hostName: 'PostToolUse', ask: (fields) => [post('/api/tool_event', fields)] },
  'subagent-start': { hostName: 'SubagentStart', ask: (fields) => [post('/api/subagent_start', fields)] },
};

function post(path: string, fields: Readonly<Record<string, unknown>>): Question {
  return { method: 'POST', path, fields };
}
