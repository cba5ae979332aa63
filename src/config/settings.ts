/**
 * Every setting of the code graph in one table: what it is called, what it may be, what it is when nobody says, and why one
 * would change it. The example file, the README's table, the help and the reading itself all come from here. Those of the
 * agent memory have a table of their own.
 *
 * The name in a TOML file is the variable's without `KG_`, in lower case; the flag's is the same with dashes.
 */
import {
  isMemorySettingKey,
  MEMORY_SETTING_KEYS,
  MEMORY_SETTINGS,
  type MemorySettingKey,
} from './memory-settings.js';
import type { Setting } from './setting.js';

export const SETTINGS = {
  project_root: {
    env: 'KG_PROJECT_ROOT',
    kind: { is: 'folder' },
    standard: '""',
    file: 'none',
    why: 'The project to index; else `CLAUDE_PROJECT_DIR`, else the folder the program is started in.',
  },
  source_dirs: {
    env: 'KG_SOURCE_DIRS',
    kind: { is: 'paths', orNone: false, stayInside: true },
    standard: '["src"]',
    file: 'project',
    why: 'Folders with the sources, below the root. Not set and without Python in `src`: the whole root.',
  },
  adr_dir: {
    env: 'KG_ADR_DIR',
    kind: { is: 'paths', orNone: true, stayInside: false },
    standard: '["docs/adr"]',
    file: 'project',
    why: 'Folders with decision records; `none` for no records. Not set: also the other usual places.',
  },
  adr_pattern: {
    env: 'KG_ADR_PATTERN',
    kind: { is: 'pattern' },
    standard: String.raw`"^\\d{4}-.+\\.md$"`,
    file: 'project',
    why: 'Which file names are decision records. Not set: also `adr-001-…`, `001.md`, names with a date, and other Markdown that reads like one.',
  },
  config_path: {
    env: 'KG_CONFIG_PATH',
    kind: { is: 'paths', orNone: true, stayInside: false },
    standard: '["CLAUDE.md"]',
    file: 'project',
    why: 'The project instructions; `none` for none. Not set and missing: `AGENTS.md`.',
  },
  index_file: {
    env: 'KG_INDEX_FILE',
    kind: { is: 'path' },
    standard: '".kg-index.json"',
    file: 'project',
    why: 'Where the graph is kept; the answers of the language model lie beside it.',
  },
  watch_enabled: {
    env: 'KG_WATCH_ENABLED',
    kind: { is: 'switch' },
    standard: 'true',
    file: 'project',
    why: 'Follow changes to files while the server runs.',
  },
  llm_enabled: {
    env: 'KG_LLM_ENABLED',
    kind: { is: 'switch' },
    standard: 'false',
    file: 'project',
    why: 'Let a language model read the decision records, and answer `kg_ask`. It costs money.',
  },
  llm_model: {
    env: 'KG_LLM_MODEL',
    kind: { is: 'text' },
    standard: '"claude-sonnet-4-6"',
    file: 'project',
    why: 'The model, spelt as LiteLLM does: `openai/…`, `anthropic/…`, `gemini/…`, `ollama/…`, `openrouter/…`.',
  },
  llm_base_url: {
    env: 'KG_LLM_BASE_URL',
    kind: { is: 'url' },
    standard: '""',
    file: 'user',
    why: 'The OpenAI-compatible endpoint; else `OPENAI_BASE_URL`, else the one of the model’s provider.',
  },
  llm_api_key: {
    env: 'KG_LLM_API_KEY',
    kind: { is: 'secret' },
    standard: '""',
    file: 'user',
    why: 'The key for it; else the usual variable of the provider, such as `ANTHROPIC_API_KEY`.',
  },
  llm_concurrency: {
    env: 'KG_LLM_CONCURRENCY',
    kind: { is: 'number', min: 1, max: 64 },
    standard: '5',
    file: 'project',
    why: 'How many requests to the model run at once.',
  },
  llm_timeout: {
    env: 'KG_LLM_TIMEOUT',
    kind: { is: 'number', min: 1, max: 3600 },
    standard: '120',
    file: 'project',
    why: 'Seconds after which a request to the model is given up; more for slow models on your own machine.',
  },
  llm_sources: {
    env: 'KG_LLM_SOURCES',
    kind: { is: 'names', allowed: ['adr', 'config', 'docstrings', 'readme'] },
    standard: '["adr", "config"]',
    file: 'project',
    why: 'What the model reads: `adr`, `config` (the project instructions), `docstrings`, `readme`.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** The name of a setting, as TOML spells it. */
export type SettingKey = keyof typeof SETTINGS;

/** In the order in which they are listed everywhere. */
export const SETTING_KEYS = Object.keys(SETTINGS).filter(isSettingKey);

/** A setting of either table. */
export type AnySettingKey = SettingKey | MemorySettingKey;

export const ANY_SETTING_KEYS: readonly AnySettingKey[] = [...SETTING_KEYS, ...MEMORY_SETTING_KEYS];

/** The one table that a settings file may hold. */
export const ALIASES = 'aliases';

export function isSettingKey(name: string): name is SettingKey {
  return Object.hasOwn(SETTINGS, name);
}

export function isAnySettingKey(name: string): name is AnySettingKey {
  return isSettingKey(name) || isMemorySettingKey(name);
}

/** Its row. */
export function settingOf(key: AnySettingKey): Setting {
  return isSettingKey(key) ? SETTINGS[key] : MEMORY_SETTINGS[key];
}

/** The flag a command line spells it with: `--source-dirs`, and `-C` for the root. */
export function flagOf(key: AnySettingKey): string {
  return key === 'project_root' ? '-C' : `--${key.replaceAll('_', '-')}`;
}
