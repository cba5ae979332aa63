/**
 * The arguments that several tools share. Clients that send everything as text are understood: a list may come as JSON, a
 * number in quotes, and one item without its list. What a text may hold is not checked here but where it is stored.
 */
import * as z from 'zod/v4';
import { LEVELS } from '../../../memory/model.js';
import type { Asker } from '../../../memory/operations.js';
import { askerFrom } from '../absolute-folder.js';

/** More nodes than an answer has room for. */
export const IDS_MAX = 500;

/** A required text that is not blank; how long it may be is the memory's to say. */
export function textField(description: string) {
  return z.string().min(1).describe(description);
}

export const sessionId = z
  .string()
  .trim()
  .optional()
  .describe('The session id that the preload or kg_read(cwd) gave you.');

export const cwd = z
  .string()
  .trim()
  .optional()
  .describe('The absolute folder you work in; needed only without a session_id, or when that has expired.');

export const level = z
  .enum(LEVELS)
  .describe('"project": true of this codebase only. "user": true wherever this user works.');

export const optionalLevel = z
  .enum(LEVELS)
  .optional()
  .describe('Which graph; needed only when both have that id.');

/** A list of texts. One text stands for a list of one; a text that is a JSON array, for that. */
export function textsField(description: string) {
  return z
    .unknown()
    .overwrite(textsFrom)
    .pipe(z.array(z.string()))
    .optional()
    .meta({ type: 'array', items: { type: 'string' }, description });
}

/** A list of ids: as `textsField`, and one text may hold several with commas or blanks. */
export function idsField(description: string) {
  return z
    .unknown()
    .overwrite((given) => splitIds(textsFrom(given)))
    .pipe(z.array(z.string().min(1)).max(IDS_MAX))
    .meta({ type: 'array', maxItems: IDS_MAX, items: { type: 'string' }, description });
}

/** A version to be met; 0 says that there must be none. */
export const expectedVersion = z
  .unknown()
  .overwrite((given) => (typeof given === 'string' && /^\d{1,9}$/.test(given.trim()) ? Number(given) : given))
  .pipe(z.number().int().min(0))
  .optional()
  .meta({
    type: 'integer',
    minimum: 0,
    description:
      'Write only if the stored version is this one (0: only if there is none). Default: write anyway.',
  });

/** Any JSON object, or its text. */
export function objectField(description: string) {
  return z
    .unknown()
    .overwrite((given) => (typeof given === 'string' ? (parsedOr(given) ?? given) : given))
    .pipe(z.record(z.string(), z.unknown()))
    .optional()
    .meta({ type: 'object', description });
}

/** Who asks: the session and the project of the folder, whichever was given. */
export function askerOf(input: {
  readonly session_id?: string | undefined;
  readonly cwd?: string | undefined;
}): Asker {
  return askerFrom(input.session_id, input.cwd);
}

function textsFrom(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const parsed = given.trim().startsWith('[') ? parsedOr(given) : undefined;
  return Array.isArray(parsed) ? parsed : given.trim() === '' ? [] : [given];
}

function splitIds(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  return given.flatMap((id) =>
    typeof id === 'string' ? id.split(/[\s,]+/).filter((part) => part !== '') : [id],
  );
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON: then it is the text itself that was meant.
    return undefined;
  }
}
