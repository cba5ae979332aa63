/**
 * Which folder is the project: what the user names, else what the client names, else where the program was started.
 * Nothing is searched upwards: a start in a part of a repository means that part.
 */
import path from 'node:path';
import { KgError } from '../kernel/errors.js';
import { checkRoot } from '../kernel/project.js';
import { expandHome } from './locations.js';
import { nameRaw, type Origin } from './raw-setting.js';
import type { Environment } from './user-folders.js';
import { isEmpty } from './values.js';

export interface FoundRoot {
  readonly root: string;
  readonly origin: Origin;
  readonly warnings: readonly string[];
}

/** The variable in which a client tells its servers which project it works on. */
const CLIENT_VARIABLE = 'CLAUDE_PROJECT_DIR';

/** The root that `checkRoot` accepts, or its error. */
export function findRoot(from: {
  readonly flag: string | undefined;
  readonly env: Environment;
  readonly cwd: string;
  readonly home: string;
}): FoundRoot {
  const candidates: (Origin & { value: string | undefined })[] = [
    { kind: 'flag', where: '-C', value: from.flag },
    { kind: 'env', where: 'KG_PROJECT_ROOT', value: from.env.KG_PROJECT_ROOT },
    { kind: 'env', where: CLIENT_VARIABLE, value: from.env[CLIENT_VARIABLE] },
  ];
  const warnings: string[] = [];
  for (const { kind, where, value } of candidates) {
    if (value === undefined || isEmpty(value)) continue;
    const origin = { kind, where };
    const placeholder = /\$\{([A-Za-z_]+)[^}]*\}/.exec(value);
    if (placeholder === null) {
      const folder = path.resolve(from.cwd, expandHome(value.trim(), from.home));
      return { root: checkRoot(folder, from.home), origin, warnings };
    }
    const shown = nameRaw({ key: 'project_root', value, origin });
    if (placeholder[1] !== CLIENT_VARIABLE) {
      throw new KgError('bad-root', `${shown}: your client has not replaced the placeholder`, {
        hint: 'Write the folder itself, or leave it out: then the folder the client starts the server in is taken.',
      });
    }
    warnings.push(`${shown}: your client has not replaced the placeholder; it is ignored`);
  }
  const origin = { kind: 'default', where: 'the working directory' } as const;
  return { root: checkRoot(from.cwd, from.home), origin, warnings };
}
