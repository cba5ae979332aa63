/** What a path tells of tests, by the habits of pytest and unittest. */

/** Code that belongs to tests, what they share included. */
export const TEST_CODE =
  /(?:^|\/)(?:tests?|testing)\/|(?:^|\/)(?:test_[^/]*|[^/]*_test|tests|conftest)\.pyi?$/;

/** Files in which tests stand. */
export const TEST_FILE = /(?:^|\/)(?:tests?\/|test_[^/]*\.py$|[^/]*_test\.py$|tests\.py$)/;

/** Files that pytest collects by itself, wherever they stand. */
export const TEST_MODULE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;
