/** What a setting is: a row of the tables in `settings.ts` (the code graph) and `memory-settings.ts` (the agent memory). */

/** How far a settings file is trusted. A project's file comes with a clone; the user's own was written by the user. */
export type TrustedFile = 'project' | 'user' | 'none';

/**
 * What a value looks like. `paths` and `path` are relative to the project's root, a `place` is anywhere on the machine,
 * `names` and `choice` come from a closed list, `hosts` are names or addresses without ports.
 */
export type SettingKind =
  | { readonly is: 'folder' }
  | { readonly is: 'paths'; readonly orNone: boolean; readonly stayInside: boolean }
  | { readonly is: 'path' }
  | { readonly is: 'place' }
  | { readonly is: 'pattern' }
  | { readonly is: 'switch' }
  | { readonly is: 'text' }
  | { readonly is: 'url' }
  | { readonly is: 'secret' }
  | { readonly is: 'host' }
  | { readonly is: 'hosts' }
  | { readonly is: 'number'; readonly min: number; readonly max: number }
  | { readonly is: 'names'; readonly allowed: readonly string[] }
  | { readonly is: 'choice'; readonly allowed: readonly string[] };

export interface Setting {
  readonly env: string;
  readonly kind: SettingKind;
  /** As TOML and JSON both write it; `""` when there is none and something else decides. */
  readonly standard: string;
  /** The least trusted file that may hold it. */
  readonly file: TrustedFile;
  /** One line: what it is for. */
  readonly why: string;
}

/** A default as a person would write it: `src,lib`, `8765`; '' when there is none. */
export function standardText({ standard }: Setting): string {
  const value: unknown = JSON.parse(standard);
  return Array.isArray(value) ? value.join(',') : String(value);
}
