/**
 * What hosts send to their hooks, as far as it is used: https://code.claude.com/docs/en/hooks. Hosts add fields as they like,
 * so nothing is required and what has another form is as good as not there.
 */
import { homedir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/v4';

/** Any object. */
export const HOOK_INPUT = z.looseObject({});

/** The fields of a payload. */
export interface HookPayload {
  /** The host's id of the conversation. */
  readonly hostSession?: string;
  /** An absolute path. */
  readonly cwd?: string;
  readonly transcriptPath?: string;
  /** Why a conversation starts, or where a prompt comes from. */
  readonly source?: string;
  readonly prompt?: string;
  readonly toolName?: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** Set inside of a subagent. */
  readonly agentId?: string;
}

const TEXT_CHARS_MAX = 200_000;
const PATH_CHARS_MAX = 4_096;

/** Reads a payload. */
export function readPayload(input: unknown): HookPayload {
  const fields = Object(input) as Readonly<Record<string, unknown>>;
  const text = (name: string) => textOf(fields[name], TEXT_CHARS_MAX);
  const folder = (name: string) => folderOf(fields[name]);
  const optional = {
    hostSession: text('session_id')?.slice(0, 200),
    cwd: folder('cwd') ?? folder('project_path'),
    transcriptPath: folder('transcript_path'),
    source: text('source'),
    prompt: text('prompt') ?? text('user_prompt'),
    toolName: text('tool_name'),
    agentId: text('agent_id'),
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), toolInput: Object(fields.tool_input) };
}

/** A text with something in it, cut where it is too long. */
export function textOf(value: unknown, charsMax = TEXT_CHARS_MAX): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, charsMax) : undefined;
}

/** An absolute path; `~` is the home directory. */
export function folderOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > PATH_CHARS_MAX || value.includes('\0')) return undefined;
  const full = /^~(?=$|[/\\])/.test(value) ? path.join(homedir(), value.slice(1)) : value;
  return path.isAbsolute(full) ? path.resolve(full) : undefined;
}
