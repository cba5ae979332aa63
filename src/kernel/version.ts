/** The package's version. The build puts it in from package.json, so that no file has to be read for it. */

declare const KG_MEMORY_VERSION: string;

/** As in package.json: `0.1.0`. */
export const version: string = KG_MEMORY_VERSION;
