/** What a look at one thing found; a value only. */

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failure';
  readonly says: string;
  /** What to do, when it is not right. */
  readonly fix?: string;
}
