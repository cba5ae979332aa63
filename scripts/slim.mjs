// An esbuild plugin that leaves out, or puts off, what dependencies carry and we never or seldom use. Each item
// says what it saves. A rule whose file no longer looks as expected fails the build instead of doing nothing.

import { readFileSync } from 'node:fs';

/** @returns {import('esbuild').Plugin} */
export function slimDependencies() {
  return {
    name: 'slim-dependencies',
    setup(build) {
      build.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => keepEnglish(path));
      build.onLoad({ filter: /modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ }, ({ path }) =>
        postponeAjv(path),
      );
    },
  };
}

// Error messages in some fifty languages: 290 KB in each bundle. Ours are in English.
/**
 * @param {string} path
 * @returns {import('esbuild').OnLoadResult}
 */
function keepEnglish(path) {
  const line = readFileSync(path, 'utf8').match(/^export \{ default as en \} from .*$/m)?.[0];
  return line === undefined ? notAsExpected(path, 'an export of en') : { contents: line };
}

// The SDK makes a JSON Schema validator for answers with structured content and for elicitation; Ajv, 216 KB,
// would be run at every start, for some 25 ms. It is run at the first schema instead.
/**
 * @param {string} path
 * @returns {import('esbuild').OnLoadResult}
 */
function postponeAjv(path) {
  const text = readFileSync(path, 'utf8');
  const [, exported, provider] =
    text.match(/import \{ (\w+) as AjvJsonSchemaValidator \} from "([^"]+)"/) ?? [];
  if (exported === undefined || provider === undefined) return notAsExpected(path, 'an import of Ajv');
  return {
    contents: `
      export { default as process } from 'node:process';
      export class DefaultJsonSchemaValidator {
        getValidator(schema) {
          this.validator ??= new (require(${JSON.stringify(provider)}).${exported})();
          return this.validator.getValidator(schema);
        }
      }`,
  };
}

/**
 * @param {string} path
 * @param {string} what
 */
function notAsExpected(path, what) {
  return { errors: [{ text: `slim.mjs expects ${what} in ${path}` }] };
}
