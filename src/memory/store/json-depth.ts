/**
 * How deep a JSON text is nested, told from its characters. Parsing goes deeper than writing: a file of some thousand levels
 * could be read and never be saved again, so it counts as damaged. It needs no valid JSON.
 */

/** Far above what anybody keeps, far below what cannot be written. */
export const JSON_LEVELS_MAX = 500;

// Some milliseconds of work.
const CHARS_PER_STEP = 1_000_000;

/** Whether a text is nested deeper than a file may be. */
export function* isTooDeepInSteps(text: string): Generator<void, boolean> {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    if (at % CHARS_PER_STEP === 0) yield;
    const char = text.charCodeAt(at);
    if (isInText && char === BACKSLASH) at++;
    else if (char === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (char === BRACE || char === BRACKET) {
      if (++depth > JSON_LEVELS_MAX) return true;
    } else if (char === BRACE_END || char === BRACKET_END) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END] = Array.from('"\\{}[]', (char) =>
  char.charCodeAt(0),
);
