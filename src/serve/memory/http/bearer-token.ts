/**
 * The token that tells a program of this user from those of others: a file that only its owner may read. It is made once,
 * with 256 random bits, and never shown; clients get it from the file or from a variable.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { writeFileAtomic } from '../../../kernel/atomic-file.js';
import { readTextIfThere } from '../../../kernel/disk.js';
import { KgError } from '../../../kernel/errors.js';
import { makeFolderFor } from '../../../kernel/folder.js';
import { Secret } from '../../../kernel/secret.js';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w.~+/-]{16,512}=*$/;
const FILE_BYTES_MAX = 4_096;

/** The token of a file, which is made when it is missing. Throws a `KgError` when others may read it or it holds none. */
export async function loadOrMakeToken(file: string): Promise<Secret> {
  const found = readToken(file);
  if (found !== undefined) return found;
  makeFolderFor(file);
  await writeFileAtomic(file, [`${randomBytes(TOKEN_BYTES).toString('base64url')}\n`], { mode: 0o600 });
  return readToken(file) ?? unusable(file, 'was removed while it was made');
}

/** The token of a file; `undefined` when there is no such file. Throws as `loadOrMakeToken`. */
export function readToken(file: string): Secret | undefined {
  const text = readTextIfThere(file, FILE_BYTES_MAX)?.trim();
  if (text === undefined) return undefined;
  if (!TOKEN.test(text)) return unusable(file, 'holds no token (16 letters or more on one line)');
  const isOpen = process.platform !== 'win32' && (lstatSync(file).mode & 0o077) !== 0;
  if (isOpen) return unusable(file, 'may be read by others');
  return new Secret(text);
}

function unusable(file: string, why: string): never {
  const hint = `Make it private (chmod 600 ${file}), or remove it: a new one is made at the next start.`;
  throw new KgError('bad-setting', `the token file ${file} ${why}`, { hint });
}

/** Whether an `Authorization` header carries the token; takes as long for a wrong one as for the right one. */
export function isAuthorized(header: string | undefined, token: Secret): boolean {
  const given = /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token.reveal()));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
