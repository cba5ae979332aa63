/**
 * Names beside nodes, never one over another at any zoom: the most important first, each in the first of four places that is
 * free, else not at all. Drawn on a canvas of their own above the nodes, anew with every frame.
 */

/** A name that would like to be shown. In pixels of the page. */
export interface LabelWish {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Of the node. */
  readonly radius: number;
  readonly font: string;
  readonly fontSize: number;
  readonly color: string;
  /** Shown even where there is no room. */
  readonly isForced: boolean;
  /** May lie over nodes, though not over other names. */
  readonly isImportant: boolean;
}

/** A node that names should leave in sight. */
export interface Obstacle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

// Space between a node and its name, and around names.
const GAP = 4;
const AIR = 3;
const CELL = 64;
// More names on one screen are a grey mass: one for a field of so many pixels.
const FIELD = 9_000;
const TEXT_CHARS_MAX = 48;

export class LabelPainter {
  readonly #widths = new Map<string, number>();

  /** Draws what finds room; `size` is that of the canvas in pixels of the page. Returns how many names are shown. */
  paint(
    context: CanvasRenderingContext2D,
    size: { readonly width: number; readonly height: number },
    wishes: Iterable<LabelWish>,
    { halo, obstacles }: { readonly halo: string; readonly obstacles: Iterable<Obstacle> },
  ): number {
    const taken = new TakenSpace();
    const nodes = new TakenSpace();
    for (const { x, y, radius } of obstacles) {
      // The corners of its square are free, so it counts as a little smaller.
      const reach = Math.max(0, radius - AIR) * 0.8;
      nodes.take({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach });
    }
    const most = (size.width * size.height) / FIELD;
    let shown = 0;
    context.lineJoin = 'round';
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    for (const wish of wishes) {
      if (shown >= most && !wish.isForced) break;
      const text = shorten(wish.text);
      const places = placesOf(wish, this.#width(context, text, wish.font));
      const free = places.filter((box) => isInside(box, size) && taken.isFree(box));
      const place =
        free.find((box) => nodes.isFree(box)) ??
        (wish.isImportant ? free[0] : undefined) ??
        (wish.isForced ? places[0] : undefined);
      if (place === undefined) continue;
      taken.take(place);
      shown++;
      context.font = wish.font;
      const y = (place.top + place.bottom) / 2;
      context.lineWidth = 3.5;
      context.strokeStyle = halo;
      context.strokeText(text, place.left, y);
      context.fillStyle = wish.color;
      context.fillText(text, place.left, y);
    }
    return shown;
  }

  #width(context: CanvasRenderingContext2D, text: string, font: string): number {
    const key = `${font}|${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    context.font = font;
    const { width } = context.measureText(text);
    this.#widths.set(key, width);
    return width;
  }
}

function shorten(text: string): string {
  return text.length <= TEXT_CHARS_MAX ? text : `${text.slice(0, TEXT_CHARS_MAX - 1)}…`;
}

/** Right, left, below, above. */
function placesOf({ x, y, radius, fontSize }: LabelWish, width: number): readonly Box[] {
  const half = fontSize / 2 + 1;
  const right = x + radius + GAP;
  const left = x - radius - GAP - width;
  const below = y + radius + GAP + half;
  const above = y - radius - GAP - half;
  return [
    { left: right, right: right + width, top: y - half, bottom: y + half },
    { left, right: left + width, top: y - half, bottom: y + half },
    { left: x - width / 2, right: x + width / 2, top: below - half, bottom: below + half },
    { left: x - width / 2, right: x + width / 2, top: above - half, bottom: above + half },
  ];
}

function isInside(
  { left, top, right, bottom }: Box,
  { width, height }: { width: number; height: number },
): boolean {
  return left >= 2 && top >= 2 && right <= width - 2 && bottom <= height - 2;
}

/** Boxes by the cells of a grid that they touch. */
class TakenSpace {
  readonly #cells = new Map<string, Box[]>();

  isFree(box: Box): boolean {
    return !cellsOf(box).some((cell) => (this.#cells.get(cell) ?? []).some((other) => overlap(box, other)));
  }

  take(box: Box): void {
    for (const cell of cellsOf(box)) {
      const held = this.#cells.get(cell);
      if (held === undefined) this.#cells.set(cell, [box]);
      else held.push(box);
    }
  }
}

function cellsOf({ left, top, right, bottom }: Box): string[] {
  const cells: string[] = [];
  for (let column = Math.floor((left - AIR) / CELL); column <= (right + AIR) / CELL; column++) {
    for (let row = Math.floor((top - AIR) / CELL); row <= (bottom + AIR) / CELL; row++)
      cells.push(`${column},${row}`);
  }
  return cells;
}

function overlap(a: Box, b: Box): boolean {
  return a.left - AIR < b.right && a.right + AIR > b.left && a.top - AIR < b.bottom && a.bottom + AIR > b.top;
}
