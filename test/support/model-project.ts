/**
 * A project of `fixtures/model` in a folder of its own, and a model server that replies to its documents as the fixture says: by
 * the path that the question names. Pairs get the verdicts of a table, by both names.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenOptions, openProject } from '../../src/code/live-project.js';
import type { Project } from '../../src/code/project-face.js';
import { createLog } from '../../src/kernel/log.js';
import type { Asked, Script } from './model-server.js';
import { makeTree } from './tree.js';

/** A copy of a fixture's files; remove it with `removeTree`. */
export function copyProject(name: string): string {
  const root = makeTree();
  cpSync(join('fixtures/model', name, 'project'), root, { recursive: true });
  return root;
}

/** The document that a question is about; `undefined` when it is about pairs. */
export function documentOf({ user }: Asked): string | undefined {
  return /its path is "([^"]*)"/.exec(user)?.[1];
}

/** The pairs that a question is about, by their names. */
export function pairsOf({ user }: Asked): (readonly [string, string])[] {
  return [...user.matchAll(/^\{"pair":.*$/gm)].map(([line]) => {
    const { a, b } = JSON.parse(line) as { a: { name: string }; b: { name: string } };
    return [a.name, b.name] as const;
  });
}

/** Replies of a fixture, and verdicts on pairs: `similarity` of both names, 0 when it says nothing. */
export function scriptOf(name: string, similarity: (a: string, b: string) => number = () => 0): Script {
  return (asked) => {
    const path = documentOf(asked);
    if (path === undefined) {
      const verdicts = pairsOf(asked).map(([a, b], at) => ({
        pair: at + 1,
        similarity: similarity(a, b),
        reason: '',
      }));
      return { text: JSON.stringify({ verdicts }) };
    }
    const file = join('fixtures/model', name, 'replies', `${path.replaceAll('/', '__')}.json`);
    return existsSync(file) ? { text: readFileSync(file, 'utf8') } : { text: '{"decisions":[]}' };
  };
}

/** Opens a project whose model is at `baseUrl`. */
export function openWithModel(
  root: string,
  baseUrl: string,
  more: Partial<OpenOptions> & {
    readonly isOff?: boolean;
    readonly model?: string;
    readonly sources?: readonly string[];
    readonly timeoutSeconds?: number;
  } = {},
): Project {
  const { isOff = false, model = 'reader-1', sources = ['adr', 'config'], timeoutSeconds, ...open } = more;
  return openProject(
    {
      root,
      sourceDirs: undefined,
      indexFile: join(root, '.kg-index.json'),
      userCacheFolder: undefined,
      llm: {
        enabled: !isOff,
        model,
        provider: 'openai',
        baseUrl,
        concurrency: 5,
        sources,
        ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      },
      warnings: [],
    },
    { log: createLog('quiet'), settings: [], ...open },
  );
}
