/**
 * Paths that are on the disk and not in the graph: why, and what to set so that they are. It only looks whether a path
 * below the root is there.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Project } from '../../code/project-face.js';
import { codeSpan } from '../../code/render/text.js';
import { withSlashes } from '../../kernel/paths.js';

const SOURCE = /\.(?:pyi?|ipynb)$/;

/** A sentence for a name that fits no node and is a path of the project; `undefined` when it is none. */
export function notIndexed(project: Project, text: string): string | undefined {
  const place = placeBelow(project.root, text);
  if (place === undefined) return undefined;
  const { relative, isFile } = place;
  const { directories } = project.state().sources;
  const shown = codeSpan(relative);
  if (isFile && !SOURCE.test(relative)) {
    return `${shown} is there but not indexed: of the sources only Python files are.`;
  }
  if (directories.some((directory) => isBelow(relative, directory))) {
    return `${shown} is there but not indexed: it is ignored by git, skipped, or holds no Python.`;
  }
  const wanted = [...directories, folderOf(project, relative)];
  const dirs = wanted.includes('.') ? ['.'] : wanted;
  const indexed = directories.map((directory) => codeSpan(directory)).join(', ');
  const asToml = codeSpan(`source_dirs = [${dirs.map((dir) => JSON.stringify(dir)).join(', ')}]`);
  const asVariable = codeSpan(`KG_SOURCE_DIRS=${dirs.join(',')}`);
  return `${shown} is there but not indexed: only ${indexed} is. To include it, set ${asVariable}, or ${asToml} in kg-memory.toml.`;
}

function placeBelow(root: string, text: string) {
  const plain = text
    .trim()
    .replace(/^`+|`+$/g, '')
    .replace(/(?::|#L)\d+(?::\d+|-L?\d+)?$/, '');
  const named = withSlashes(plain.replace(/^file:(?!\/\/)/, ''));
  const relative = path.relative(root, path.resolve(root, named)).replaceAll('\\', '/');
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return undefined;
  try {
    const stats = statSync(path.join(root, relative), { throwIfNoEntry: false });
    return stats === undefined ? undefined : { relative, isFile: stats.isFile() };
  } catch {
    // A name that cannot be one of a file, or one that may not be looked at: nothing is known of it.
    return undefined;
  }
}

/** The source directory that would take a path in. */
function folderOf(project: Project, relative: string): string {
  const outside = project.state().sources.outside.map(({ folder }) => folder);
  const around = outside.find((folder) => isBelow(relative, folder));
  if (around !== undefined) return around;
  const end = relative.indexOf('/');
  if (end >= 0) return relative.slice(0, end);
  return SOURCE.test(relative) ? '.' : relative;
}

function isBelow(relative: string, folder: string): boolean {
  return folder === '.' || relative === folder || relative.startsWith(`${folder.replace(/\/$/, '')}/`);
}
