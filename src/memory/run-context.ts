/**
 * When something is measured, and against what: handed to every pass and every render, so that they are functions of values.
 */
import type { Limits } from './limits.js';

/** A moment in float seconds, and the limits in force. */
export interface RunContext {
  readonly now: number;
  readonly limits: Limits;
}
