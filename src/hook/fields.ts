/**
 * What of a host's payload goes to the server. Not all of it: the reply of a tool may have megabytes, and nobody asks for
 * it; what a prompt is about stands at its beginning.
 */

/** Fields by the host's names; `cwd` is always there. */
export type HookFields = Readonly<Record<string, unknown>> & { readonly cwd: string };

const TEXTS = [
  'session_id',
  'transcript_path',
  'cwd',
  'hook_event_name',
  'source',
  'prompt',
  'tool_name',
  'agent_id',
  'agent_type',
];
const INPUTS = ['file_path', 'url', 'query'];
// Far below what the server takes, in whatever script.
const CHARS_MAX = 50_000;

/** Reads a payload; `undefined` for what is none. `cwd` stands in where the host does not say. */
export function readFields(text: string, cwd: string): HookFields | undefined {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined;
  const all = payload as Readonly<Record<string, unknown>>;
  const input = Object(all.tool_input) as Readonly<Record<string, unknown>>;
  return { cwd, ...textsOf(all, TEXTS), tool_input: textsOf(input, INPUTS) };
}

function textsOf(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'string' && value !== '') texts[name] = value.slice(0, CHARS_MAX);
  }
  return texts;
}
