/**
 * The settings of the agent memory's server, in one table as those of the code graph: the variable, the flag, what it may be,
 * what it is when nobody says, and why one would change it. They belong to the user and the machine, never to a project, so
 * no project's file can hold them.
 */

/** What a value looks like. */
export type MemorySettingKind =
  | { readonly is: 'number'; readonly min: number; readonly max: number }
  | { readonly is: 'switch' }
  | { readonly is: 'path' }
  | { readonly is: 'host' }
  | { readonly is: 'hosts' }
  | { readonly is: 'choice'; readonly allowed: readonly string[] };

export interface MemorySetting {
  readonly env: string;
  readonly kind: MemorySettingKind;
  /** As a person would write it; `''` when something else decides. */
  readonly standard: string;
  /** One line: what it is for. */
  readonly why: string;
}

export const MEMORY_SETTINGS = {
  storage_root: {
    env: 'KG_STORAGE_ROOT',
    kind: { is: 'path' },
    standard: '~/.knowledge-graph',
    why: 'The folder that holds the memory.',
  },
  http_host: {
    env: 'KG_HTTP_HOST',
    kind: { is: 'host' },
    standard: '127.0.0.1',
    why: 'The address the server listens on. One that others can reach turns the token on.',
  },
  http_port: {
    env: 'KG_HTTP_PORT',
    kind: { is: 'number', min: 0, max: 65_535 },
    standard: '8765',
    why: 'The port; 0 takes a free one and says which.',
  },
  token_required: {
    env: 'KG_TOKEN_REQUIRED',
    kind: { is: 'switch' },
    standard: 'false',
    why: 'Ask every request for the token of `token_file`.',
  },
  token_file: {
    env: 'KG_TOKEN_FILE',
    kind: { is: 'path' },
    standard: '',
    why: 'The bearer token, readable by its owner alone; made when it is needed. Not set: `token` beside `config.toml`.',
  },
  allowed_hosts: {
    env: 'KG_ALLOWED_HOSTS',
    kind: { is: 'hosts' },
    standard: '',
    why: 'Names, beyond those of this machine, by which requests may call the server and pages may use it.',
  },
  grace_period_days: {
    env: 'KG_GRACE_PERIOD_DAYS',
    kind: { is: 'number', min: 0, max: 36_500 },
    standard: '5',
    why: 'Days after its creation in which a node is not archived.',
  },
  orphan_grace_days: {
    env: 'KG_ORPHAN_GRACE_DAYS',
    kind: { is: 'number', min: 1, max: 36_500 },
    standard: '365',
    why: 'Days after which an orphaned node that nobody recalls is deleted.',
  },
  save_interval: {
    env: 'KG_SAVE_INTERVAL',
    kind: { is: 'number', min: 1, max: 86_400 },
    standard: '30',
    why: 'Seconds between two runs of the background maintenance.',
  },
  log_level: {
    env: 'KG_LOG_LEVEL',
    kind: { is: 'choice', allowed: ['quiet', 'normal', 'verbose'] },
    standard: 'normal',
    why: 'What the server writes to its log: `quiet`, `normal` or `verbose`.',
  },
} as const satisfies Readonly<Record<string, MemorySetting>>;

/** The name of a setting: the variable's without `KG_`, in lower case. */
export type MemorySettingKey = keyof typeof MEMORY_SETTINGS;

/** In the order in which they are listed everywhere. */
export const MEMORY_SETTING_KEYS = Object.keys(MEMORY_SETTINGS).filter(isMemorySettingKey);

function isMemorySettingKey(name: string): name is MemorySettingKey {
  return Object.hasOwn(MEMORY_SETTINGS, name);
}

/** The flag a command line spells it with: `--http-port`. */
export function memoryFlagOf(key: MemorySettingKey): string {
  return `--${key.replaceAll('_', '-')}`;
}

/** The README's table. */
export function renderMemorySettingsTable(): string {
  const rows = MEMORY_SETTING_KEYS.map((key) => {
    const { env, standard, why } = MEMORY_SETTINGS[key];
    return `| \`${env}\` | \`${memoryFlagOf(key)}\` | ${standard === '' ? '' : `\`${standard}\``} | ${why} |`;
  });
  return ['| Variable | Flag | Default | What it is for |', '|---|---|---|---|', ...rows].join('\n');
}
