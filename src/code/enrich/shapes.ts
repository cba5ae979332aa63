/**
 * Shapes of replies: a list of fields is at once the JSON schema that an endpoint is given and the reader of what comes back.
 * Written once, so that both cannot differ. Readers take what means the same (a number as text, a list left out) and refuse the
 * item else, never its neighbours.
 *
 * It is no schema library: replies have lists of flat items and nothing more.
 */

/** Reads a value that came from outside; `undefined` for one that will not do. */
export interface Field<T> {
  readonly schema: object;
  read(value: unknown): T | undefined;
}

// A sentence has a few hundred characters. What is longer is the document once more, not a finding.
const TEXT_CHARS_MAX = 2_000;

/** A text of one line; an empty one will do when `isOptional`. */
export function text(description: string, isOptional = false): Field<string> {
  return {
    schema: { type: 'string', description },
    read: (value) => {
      if (value === undefined || value === null) return isOptional ? '' : undefined;
      if (typeof value !== 'string' || value.length > TEXT_CHARS_MAX) return undefined;
      const line = value.replace(/\s+/gu, ' ').trim();
      return line === '' && !isOptional ? undefined : line;
    },
  };
}

/** A number from 0 to 1; `standard` when there is none. */
export function share(description: string, standard?: number): Field<number> {
  return {
    schema: { type: 'number', description },
    read: (value) => {
      if (value === undefined || value === null) return standard;
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && number >= 0 && number <= 1 ? number : undefined;
    },
  };
}

/** A whole number from 1 on; 0 when there is none. */
export function count(description: string): Field<number> {
  return {
    schema: { type: 'integer', description },
    read: (value) => {
      if (value === undefined || value === null) return 0;
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
    },
  };
}

/** One of a closed list; what is none of them is `standard`. */
export function oneOf<const T extends string>(
  description: string,
  allowed: readonly T[],
  standard: T,
): Field<T> {
  return {
    schema: { type: 'string', enum: allowed, description },
    read: (value) => {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      return allowed.find((each) => each === word) ?? standard;
    },
  };
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type ItemOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** An object with these fields; other ones are not looked at. */
export function item<F extends Fields>(fields: F): Field<ItemOf<F>> {
  return {
    schema: objectSchema(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    read: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      const given = value as Readonly<Record<string, unknown>>;
      const read: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(fields)) {
        const part = field.read(Object.hasOwn(given, name) ? given[name] : undefined);
        if (part === undefined) return undefined;
        read[name] = part;
      }
      // Every field has been read by the reader of its own type.
      return read as ItemOf<F>;
    },
  };
}

/** The schema of an object that holds lists. Every field is required, as strict modes of endpoints want it. */
export function listsSchema(lists: Readonly<Record<string, Field<unknown>>>): object {
  return objectSchema(
    Object.entries(lists).map(([name, { schema }]) => [name, { type: 'array', items: schema }]),
  );
}

function objectSchema(properties: readonly (readonly [string, object])[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

/** The items of a list that will do, each with its place (from 1), and how many will not. No list has no items. */
export function readList<T>(
  value: unknown,
  field: Field<T>,
): { readonly items: readonly (readonly [place: number, T])[]; readonly dropped: number } {
  if (value === undefined || value === null) return { items: [], dropped: 0 };
  if (!Array.isArray(value)) return { items: [], dropped: 1 };
  const items = value.flatMap((each, at): (readonly [number, T])[] => {
    const read = field.read(each);
    return read === undefined ? [] : [[at + 1, read]];
  });
  return { items, dropped: value.length - items.length };
}
