/**
 * Many names as one text, apart by blanks: how tables of names read best. Names with blanks in them are not for these.
 */

/** Names written as one text, apart by blanks. */
export type Words = string;

/** The names of such a text. */
export function wordsOf(text: Words): readonly string[] {
  return text.split(' ');
}
