/** The methods of builtin containers that put something in. */

/** Methods that add what they are given, by which argument, and whether they add its elements. */
export const ADDING: readonly (readonly [name: string, place: number, isMany: boolean])[] = [
  ['append', 0, false],
  ['appendleft', 0, false],
  ['add', 0, false],
  ['insert', 1, false],
  ['setdefault', 1, false],
  ['extend', 0, true],
  ['extendleft', 0, true],
  ['update', 0, true],
];
