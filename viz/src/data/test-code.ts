/** Which code is there to test other code, by the names that pytest and unittest look for. */

const FOLDER = /(?:^|\/)tests?\//;
const FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests?|conftest)\.py$/;
const PACKAGE = /^module:(?:.*\.)?tests?(?:\.|$)/;

/** `path`: of its file, '' for a package, which its id tells. */
export function isTestCode(id: string, path: string): boolean {
  return FOLDER.test(path) || FILE.test(path) || PACKAGE.test(id);
}
