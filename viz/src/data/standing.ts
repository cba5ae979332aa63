/**
 * How a memory stands to the code that it names, as far as it is drawn: the server's states of single places, and of a memory
 * the worst of its places. What was never pinned counts as sound, since nobody can say more.
 */

/** From the best to the worst. */
export const STANDINGS = ['sound', 'moved', 'changed', 'unsure', 'gone'] as const;
export type Standing = (typeof STANDINGS)[number];

/** For people. */
export const STANDING_NAMES: Readonly<Record<Standing, string>> = {
  sound: 'As it was remembered',
  moved: 'Code went elsewhere',
  changed: 'Code has changed',
  unsure: 'Perhaps elsewhere',
  gone: 'Code is gone',
};

/** The position in STANDINGS of a state that the server says. */
export function standingOf(state: string): number {
  return Math.max(0, (STANDINGS as readonly string[]).indexOf(state));
}
