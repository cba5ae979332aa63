/**
 * The JSON in a reply. Endpoints that cannot be held to JSON wrap it into a fence, or into a sentence before and behind; what
 * cannot be read as JSON is no reply, and nothing of it is guessed.
 */

/** The value; `undefined` when there is none. */
export function readJsonReply(reply: string): unknown {
  const whole = parse(reply.trim());
  if (whole !== undefined) return whole;
  const fenced = /```[a-z]*\s*\n([\s\S]*?)\n\s*```/i.exec(reply)?.[1];
  const inFence = fenced === undefined ? undefined : parse(fenced);
  if (inFence !== undefined) return inFence;
  const [from, to] = [reply.indexOf('{'), reply.lastIndexOf('}')];
  return from < 0 || to < from ? undefined : parse(reply.slice(from, to + 1));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
