/**
 * When something is measured, and against what: handed to every pass and every render, so that they are functions of values.
 */
import type { Limits } from './limits.js';

/** After so many nodes were moved others may have their turn: some milliseconds of work. */
export const MOVES_PER_STEP = 100;

/** A moment in float seconds, and the limits in force. */
export interface RunContext {
  readonly now: number;
  readonly limits: Limits;
}
