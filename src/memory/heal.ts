/**
 * Nodes whose gist swallowed the rest of a tool call: a client sometimes sends gist, closing tag, notes and the next call as
 * one string. What belongs to the gist stays, the arrays go where the caller left nothing, the rest is dropped.
 *
 * Only structure counts: prose that mentions notes or parameters is left alone. Every pattern is bounded and every scan
 * goes forward once, so a hostile gist costs time linear in its length. Healing what is healed changes nothing.
 */

/** The fields of a node that healing looks at. */
export interface HealedFields {
  readonly gist: string;
  readonly notes?: readonly string[];
  readonly touches?: readonly string[];
}

// A tag's name may have a namespace; what stands in a tag is bounded, for linear time.
const NAMESPACE = '(?:[a-z]{1,16}:)?';
const INSIDE = '[^<>]{0,256}?';

const SIGNS: readonly RegExp[] = [
  new RegExp(`</${NAMESPACE}gist\\s{0,8}>`),
  new RegExp(`</${NAMESPACE}invoke\\s{0,8}>`),
  new RegExp(`<${NAMESPACE}invoke\\s${INSIDE}name=`),
  new RegExp(`<${NAMESPACE}parameter\\s${INSIDE}name=["']?(?:notes|touches|session_id)["'\\s>]`),
  new RegExp(`<${NAMESPACE}notes(?:\\s${INSIDE})?>\\s{0,64}\\[`),
];

const END_OF_GIST = new RegExp(`</?${NAMESPACE}(?:gist|notes|parameter|invoke)\\b`, 'g');

/** The fields as they were meant; the very value that was given when nothing is wrong with it. */
export function healFields<F extends HealedFields>(fields: F): F {
  const { gist } = fields;
  if (!gist.includes('<') || !SIGNS.some((sign) => sign.test(gist))) return fields;
  const end = findEnd(gist);
  const tail = gist.slice(end);
  const notes = isEmpty(fields.notes) ? recover(tail, 'notes') : undefined;
  const touches = isEmpty(fields.touches) ? recover(tail, 'touches') : undefined;
  return {
    ...fields,
    gist: gist.slice(0, end).trim(),
    ...(notes === undefined ? {} : { notes }),
    ...(touches === undefined ? {} : { touches }),
  };
}

function isEmpty(list: readonly string[] | undefined): boolean {
  return list === undefined || list.length === 0;
}

/** Where the gist ends: before the first tag of a call, an opening gist tag excepted. */
function findEnd(gist: string): number {
  for (const match of gist.matchAll(END_OF_GIST)) {
    const isOpeningGist = match[0].endsWith('gist') && !match[0].startsWith('</');
    const isClosingOther = match[0].startsWith('</') && /(?:notes|parameter)$/.test(match[0]);
    if (!isOpeningGist && !isClosingOther) return match.index;
  }
  return gist.length;
}

function recover(tail: string, field: 'notes' | 'touches'): readonly string[] | undefined {
  const opener = new RegExp(
    `<${NAMESPACE}(?:${field}(?:\\s${INSIDE})?|parameter\\s${INSIDE}name=["']?${field}["']?${INSIDE})>\\s{0,64}\\[`,
  );
  const match = opener.exec(tail);
  if (match === null) return undefined;
  const text = balancedArray(tail, match.index + match[0].length - 1);
  if (text === undefined) return undefined;
  const parsed = parseArray(text);
  return parsed?.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
}

/** The text from a bracket to the one that closes it, brackets in strings not counted. */
function balancedArray(text: string, start: number): string | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[') depth++;
    else if (character === ']' && --depth === 0) return text.slice(start, at + 1);
  }
  return undefined;
}

function parseArray(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
