/**
 * The JSON in a reply. Endpoints that cannot be held to JSON wrap it into a fence, or into sentences before and behind; what
 * cannot be read as JSON is no reply, and nothing of it is guessed.
 */

/** The value; `undefined` when there is none. */
export function readJsonReply(reply: string): unknown {
  const whole = parse(reply.trim());
  if (whole !== undefined) return whole;
  const fenced = /```[a-z]*\s*\n([\s\S]*?)\n\s*```/i.exec(reply)?.[1];
  const inFence = fenced === undefined ? undefined : parse(fenced);
  if (inFence !== undefined) return inFence;
  return firstObject(reply);
}

// Braces in the words before the JSON. Whoever writes more of them has sent no reply.
const STARTS_MAX = 8;

/** The first object within a text, from a brace to the one that closes it. */
function firstObject(text: string): unknown {
  let from = text.indexOf('{');
  for (let tries = 0; tries < STARTS_MAX && from >= 0; tries++) {
    const to = closingBrace(text, from);
    const object = to === undefined ? undefined : parse(text.slice(from, to + 1));
    if (object !== undefined) return object;
    from = text.indexOf('{', from + 1);
  }
  return undefined;
}

/** Where the object ends that begins with a brace; braces in strings are text. */
function closingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{') depth++;
    else if (token === '}' && --depth === 0) return from + index;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
