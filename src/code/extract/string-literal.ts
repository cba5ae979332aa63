/** String literals: prefix, quotes, content. Escapes are left as they are. */

/** A string literal's prefix and what stands between its quotes. */
export function stringParts(literal: string): {
  readonly content: string;
  readonly isBytes: boolean;
  readonly isFormatted: boolean;
  readonly isRaw: boolean;
  /** It goes on over a line break, which only three quotes allow. The grammar takes it all the same. */
  readonly isOpen: boolean;
} {
  let prefix = 0;
  while (prefix < 3 && literal[prefix] !== '"' && literal[prefix] !== "'") prefix++;
  const quote = literal.startsWith(literal.charAt(prefix).repeat(3), prefix) ? 3 : 1;
  const letters = literal.slice(0, prefix).toLowerCase();
  const content = literal.slice(prefix + quote, Math.max(prefix + quote, literal.length - quote));
  const hasBreak = quote === 1 && content.includes('\n');
  return {
    content,
    isOpen: hasBreak && content.replace(/\\[\s\S]/g, '').includes('\n'),
    isBytes: letters.includes('b'),
    isFormatted: letters.includes('f') || letters.includes('t'),
    isRaw: letters.includes('r'),
  };
}
