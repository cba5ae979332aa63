/**
 * The words of a name, as search sees them: split at everything that is no letter or digit and at camelCase, lower case.
 * `HTTPServer2_main.py` has http, server2, main, py. No stemming, no stop words: `ask.ts` has those.
 */

const PARTS = /[\p{L}\p{N}]+/gu;
// Before an upper-case letter that follows a lower-case one or a digit, and before the last capital of a run (HTTPServer).
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The distinct words of a name in their order, lower case. */
export function splitWords(name: string): string[] {
  const words = (name.match(PARTS) ?? []).flatMap((part) => part.split(HUMPS));
  return [...new Set(words.map((word) => word.toLowerCase()))];
}
