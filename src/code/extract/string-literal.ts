/** String literals: prefix, quotes, content. Escapes are left as they are. */

/** A string literal's prefix and what stands between its quotes. */
export function stringParts(literal: string): {
  readonly content: string;
  readonly isBytes: boolean;
  readonly isFormatted: boolean;
  readonly isRaw: boolean;
} {
  let prefix = 0;
  while (prefix < 3 && literal[prefix] !== '"' && literal[prefix] !== "'") prefix++;
  const quote = literal.startsWith(literal.charAt(prefix).repeat(3), prefix) ? 3 : 1;
  const letters = literal.slice(0, prefix).toLowerCase();
  return {
    content: literal.slice(prefix + quote, Math.max(prefix + quote, literal.length - quote)),
    isBytes: letters.includes('b'),
    isFormatted: letters.includes('f') || letters.includes('t'),
    isRaw: letters.includes('r'),
  };
}
