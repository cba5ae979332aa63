/**
 * The words of a name, as search sees them: split at everything that is no letter or digit and at camelCase, lower case.
 * `HTTPServer2_main.py` has http, server2, main, py. No stemming: `forms.ts` has that.
 */

const PARTS = /[\p{L}\p{N}]+/gu;
// Before an upper-case letter that follows a lower-case one or a digit, and before the last capital of a run (HTTPServer).
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The distinct words of a name in their order, lower case. */
export function splitWords(name: string): string[] {
  const words = (name.match(PARTS) ?? []).flatMap((part) => part.split(HUMPS));
  return [...new Set(words.map((word) => word.toLowerCase()))];
}

// Words of questions that say nothing about what is asked for.
const FILLERS = new Set(
  `a about all an and any are as at be been but by can code could did do does each else explain find for from function
   get give had has have how i if in into is it its like me my of on one or our should show so some tell than that the
   their them then there these they this those to use used uses using was we were what when where which who why will
   with work works would you your`.split(/\s+/),
);

/** Whether a word (lower case) says nothing about what is asked for. */
export function isFiller(word: string): boolean {
  return word.length < 2 || FILLERS.has(word);
}

/** The words of a question that carry meaning; all of them when none does. */
export function contentWords(question: string): string[] {
  const words = splitWords(question);
  const content = words.filter((word) => !isFiller(word));
  return content.length > 0 ? content : words;
}
