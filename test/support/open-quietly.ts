/** Opens a project as the servers do, without a language model, and with nothing on stderr. */
import { join } from 'node:path';
import { type OpenOptions, openProject, type ProjectOptions } from '../../src/code/live-project.js';
import type { Project } from '../../src/code/project-face.js';
import { createLog } from '../../src/kernel/log.js';

type Place = Pick<ProjectOptions, 'root'> & Partial<ProjectOptions>;

/** The index lies in the root, unless it is said where. It is not waited for. */
export function openQuietly(place: Place, open: Partial<OpenOptions> = {}): Project {
  return openProject(
    {
      indexFile: join(place.root, '.kg-index.json'),
      userCacheFolder: undefined,
      sourceDirs: undefined,
      llm: { enabled: false, model: 'none' },
      warnings: [],
      ...place,
    },
    { log: createLog('quiet', () => undefined), settings: [], ...open },
  );
}
