/**
 * Inline text that needs no grammar: words, code spans, links and bold, none within another one but code in a link. Most text
 * is no more than that, and reading it here is thirty times as fast. Whatever might mean something else (emphasis, brackets,
 * escapes, tags, entities) is left to the grammar; a test compares the two.
 */

export type InlineToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly target: string; readonly inside: readonly InlineToken[] };

const PLAIN = String.raw`[^\x60[\]<*_~\\&!$]`;
const INNER_UNDERSCORE = String.raw`(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])`;
/** Signs that stand for themselves where they stand. */
const HARMLESS = String.raw`${PLAIN}|${INNER_UNDERSCORE}|!(?!\[)|&(?=\s)|(?<=\s)\*(?=[ \t])|<(?=[\s\d=])`;
const CODE = String.raw`\x60(?<code>[^\x60]+)\x60(?!\x60)`;
const STRONG = String.raw`(?<![\p{L}\p{N}*])\*\*(?<strong>[\p{L}\p{N}](?:${PLAIN}|${INNER_UNDERSCORE})*?(?<=\S))\*\*(?![\p{L}\p{N}*])`;
const LINK = String.raw`\[(?<inside>(?:[^\x60[\]<*_~\\&!$\n]|${INNER_UNDERSCORE}|\x60[^\x60\n]+\x60(?!\x60))+)\]\((?<target>[^\s()<>\\&]+)\)`;
const TOKEN = new RegExp(`(?<text>(?:${HARMLESS})+)|${CODE}|${STRONG}|${LINK}`, 'uy');

/** The tokens of a text, or `undefined` when the grammar has to read it. */
export function readSimply(text: string): readonly InlineToken[] | undefined {
  const tokens: InlineToken[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.length) {
    const groups = token.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const { text: plain, code, strong, inside, target } = groups;
    if (plain !== undefined) tokens.push({ kind: 'text', text: plain });
    else if (code !== undefined) tokens.push({ kind: 'code', text: code });
    else if (strong !== undefined) tokens.push({ kind: 'strong', text: strong });
    else {
      const within = readSimply(inside ?? '');
      if (within === undefined) return undefined;
      tokens.push({ kind: 'link', target: target ?? '', inside: within });
    }
  }
  return tokens;
}
