/**
 * The patterns of gitignore(5) as they lie over each other: the repository's `info/exclude`, then the `.gitignore` of every
 * folder from the top of the checkout down. The innermost file that says something decides.
 *
 * The `ignore` package judges one file's patterns and treats everything below an ignored folder as ignored. A folder that
 * an inner file has taken back, or that the user has named as a source, therefore gets the outer files again with one
 * pattern more that takes it back there too. Nothing here reads the disk.
 */
import ignore, { type Ignore } from 'ignore';
import { ROOT } from '../kernel/paths.js';
import { countGlobstars } from './ignore-file.js';

/** One file's patterns. Paths are relative to the root; `above` and `below` say where the file stands. */
interface Layer {
  readonly rules: Ignore;
  /** For paths deeper than `DEEP_FOLDERS`; the same when no pattern is costly. */
  readonly deepRules: Ignore;
  /** What lies between the file's folder and the root, when it stands above the root: `services/api/`. */
  readonly above: string;
  /** The file's folder, when it stands below the root: `src/app/`. */
  readonly below: string;
}

/** From the outermost to the innermost. */
export type Layers = readonly Layer[];

/** The same as git's own rule for the platform (`core.ignoreCase`). */
export type CaseRule = 'exact' | 'any';

/** Adds the patterns of a file in `below` (`src/app/`, '' for the root) or above the root. */
export function addLayer(
  layers: Layers,
  patterns: string,
  place: { readonly above?: string; readonly below?: string; readonly letterCase: CaseRule },
): Layers {
  const ignoreCase = place.letterCase === 'any';
  const rules = ignore({ ignoreCase }).add(patterns);
  const lines = patterns.split('\n');
  const cheap = lines.filter((line) => countGlobstars(line) <= 1);
  const deepRules = cheap.length === lines.length ? rules : ignore({ ignoreCase }).add(cheap.join('\n'));
  return [...layers, { rules, deepRules, above: place.above ?? '', below: place.below ?? '' }];
}

/** Whether a file is ignored, given that its folder is not. */
export function isFileIgnored(layers: Layers, path: string): boolean {
  for (let index = layers.length - 1; index >= 0; index -= 1) {
    const layer = layers[index];
    const verdict = layer === undefined ? undefined : judge(layer, path, '');
    if (verdict?.ignored) return true;
    if (verdict?.unignored) return false;
  }
  return false;
}

/** The layers for what lies in a folder, or `undefined` when the folder is ignored. `path` without a trailing slash. */
export function enterFolder(layers: Layers, path: string): Layers | undefined {
  for (let index = layers.length - 1; index >= 0; index -= 1) {
    const layer = layers[index];
    const verdict = layer === undefined ? undefined : judge(layer, path, '/');
    if (verdict?.ignored) return undefined;
    if (verdict?.unignored) return [...rescueFolder(layers.slice(0, index), path), ...layers.slice(index)];
  }
  return layers;
}

/**
 * The layers for what lies in a folder that is walked whatever they say of it and of the folders around it. For the root
 * these are the folders between it and a file that stands above.
 */
export function rescueFolder(layers: Layers, path: string): Layers {
  return layers.map((layer) => {
    const inLayer = path === ROOT ? layer.above.slice(0, -1) : relativeTo(layer, path);
    if (inLayer === '' || !layer.rules.test(`${inLayer}/`).ignored) return layer;
    const parts = inLayer.split('/').map(escapePattern);
    const rescue = parts.map((_, depth) => `!/${parts.slice(0, depth + 1).join('/')}/`);
    const withRescue = (rules: Ignore) => ignore({ ignoreCase: false }).add(rules).add(rescue);
    return { ...layer, rules: withRescue(layer.rules), deepRules: withRescue(layer.deepRules) };
  });
}

// A pattern with four `**` needs some ten thousand steps for a path of that depth, and a hundred million for one of 300.
const DEEP_FOLDERS = 32;

function judge(layer: Layer, path: string, mark: '' | '/') {
  const inLayer = relativeTo(layer, path) + mark;
  const isDeep = layer.deepRules !== layer.rules && inLayer.split('/').length > DEEP_FOLDERS;
  return (isDeep ? layer.deepRules : layer.rules).test(inLayer);
}

function relativeTo(layer: Layer, path: string): string {
  return layer.above + path.slice(layer.below.length);
}

function escapePattern(part: string): string {
  return part.replace(/[\\*?[\]#! ]/g, '\\$&');
}
