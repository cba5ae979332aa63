/** What the path of a stub (PEP 484, PEP 561) tells of where its source lies. Knows no list of files. */

/** What the name of a stub ends in. */
export const STUB = '.pyi';

const PACKAGE_SUFFIX = '-stubs';

/** Whether a path is a stub's. */
export function isStub(path: string): boolean {
  return path.endsWith(STUB);
}

/** The directories that one within a `name-stubs` describes; none for others. */
export function twinDirectories(directory: string, roots: readonly string[]): readonly string[] {
  const parts = directory.split('/');
  const place = parts.findIndex((part) => part.endsWith(PACKAGE_SUFFIX) && part !== PACKAGE_SUFFIX);
  if (place < 0) return [];
  const name = (parts[place] ?? '').slice(0, -PACKAGE_SUFFIX.length);
  const below = [name, ...parts.slice(place + 1)].join('/');
  return [...new Set([parts.slice(0, place).join('/'), ...roots])].map((base) =>
    base === '' ? below : `${base}/${below}`,
  );
}
