/**
 * Most ids are a stem that many share, the node's name, and seldom a tail: `func:bakery.oven.Oven.` + `bake` + `#2`. So the
 * names, which are searched and therefore kept as text anyway, need not be kept a second time.
 */

/** An id in pieces: stem + name + tail, or stem + tail when `isBare`. */
export interface CutId {
  readonly stem: string;
  /** '' for most. */
  readonly tail: string;
  /** The name is no part of the id. */
  readonly isBare: boolean;
}

/** Cuts an id at its node's name. */
export function cutId(id: string, name: string): CutId {
  const at = name === '' ? -1 : id.lastIndexOf(name);
  if (at >= 0) return { stem: id.slice(0, at), tail: id.slice(at + name.length), isBare: false };
  const type = id.indexOf(':') + 1;
  return { stem: id.slice(0, type), tail: id.slice(type), isBare: true };
}
