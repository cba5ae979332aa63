/**
 * The settings of the agent memory's server, in one table as those of the code graph: the variable, the flag, what it may be,
 * what it is when nobody says, and why one would change it. They belong to the user and the machine, never to a project, so
 * no project's file can hold them.
 */
import { type Setting, standardText } from './setting.js';

export const MEMORY_SETTINGS = {
  storage_root: {
    env: 'KG_STORAGE_ROOT',
    kind: { is: 'place' },
    standard: '"~/.knowledge-graph"',
    file: 'user',
    why: 'The folder that holds the memory.',
  },
  http_host: {
    env: 'KG_HTTP_HOST',
    kind: { is: 'host' },
    standard: '"127.0.0.1"',
    file: 'user',
    why: 'The address the server listens on. One that others can reach turns the token on.',
  },
  http_port: {
    env: 'KG_HTTP_PORT',
    kind: { is: 'number', min: 0, max: 65_535 },
    standard: '8765',
    file: 'user',
    why: 'The port; 0 takes a free one and says which.',
  },
  token_required: {
    env: 'KG_TOKEN_REQUIRED',
    kind: { is: 'switch' },
    standard: 'false',
    file: 'user',
    why: 'Ask every request for the token of `token_file`.',
  },
  token_file: {
    env: 'KG_TOKEN_FILE',
    kind: { is: 'place' },
    standard: '""',
    file: 'user',
    why: 'The bearer token, readable by its owner alone; made when it is needed. Not set: `token` beside `config.toml`.',
  },
  allowed_hosts: {
    env: 'KG_ALLOWED_HOSTS',
    kind: { is: 'hosts' },
    standard: '[]',
    file: 'user',
    why: 'Names, beyond those of this machine, by which requests may call the server and pages may use it.',
  },
  grace_period_days: {
    env: 'KG_GRACE_PERIOD_DAYS',
    kind: { is: 'number', min: 0, max: 36_500 },
    standard: '5',
    file: 'user',
    why: 'Days after its creation in which a node is not archived.',
  },
  orphan_grace_days: {
    env: 'KG_ORPHAN_GRACE_DAYS',
    kind: { is: 'number', min: 1, max: 36_500 },
    standard: '365',
    file: 'user',
    why: 'Days after which an orphaned node that nobody recalls is deleted.',
  },
  save_interval: {
    env: 'KG_SAVE_INTERVAL',
    kind: { is: 'number', min: 1, max: 86_400 },
    standard: '30',
    file: 'user',
    why: 'Seconds between two runs of the background maintenance.',
  },
  reminders: {
    env: 'KG_REMINDERS',
    kind: { is: 'choice', allowed: ['staged', 'quiet'] },
    standard: '"staged"',
    file: 'user',
    why: 'What hooks say with a prompt when the memory has nothing to say: a line that fits the stage of the session, or nothing.',
  },
  subagent_preload: {
    env: 'KG_SUBAGENT_PRELOAD',
    kind: { is: 'switch' },
    standard: 'false',
    file: 'user',
    why: 'Give subagents a preload of their own when they start.',
  },
  hook_wait_ms: {
    env: 'KG_HOOK_WAIT_MS',
    kind: { is: 'number', min: 100, max: 10_000 },
    standard: '900',
    file: 'user',
    why: 'Milliseconds from its start in which a hook ends, whatever it waits for; more for a machine that is slow.',
  },
  log_level: {
    env: 'KG_LOG_LEVEL',
    kind: { is: 'choice', allowed: ['quiet', 'normal', 'verbose'] },
    standard: '"normal"',
    file: 'user',
    why: 'What the server writes to its log: `quiet`, `normal` or `verbose`.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** The name of a setting: the variable's without `KG_`, in lower case. */
export type MemorySettingKey = keyof typeof MEMORY_SETTINGS;

/** In the order in which they are listed everywhere. */
export const MEMORY_SETTING_KEYS = Object.keys(MEMORY_SETTINGS).filter(isMemorySettingKey);

export function isMemorySettingKey(name: string): name is MemorySettingKey {
  return Object.hasOwn(MEMORY_SETTINGS, name);
}

/** The README's table. */
export function renderMemorySettingsTable(): string {
  const rows = MEMORY_SETTING_KEYS.map((key) => {
    const { env, why } = MEMORY_SETTINGS[key];
    const standard = standardText(MEMORY_SETTINGS[key]);
    const flag = `--${key.replaceAll('_', '-')}`;
    return `| \`${env}\` | \`${flag}\` | ${standard === '' ? '' : `\`${standard}\``} | ${why} |`;
  });
  return ['| Variable | Flag | Default | What it is for |', '|---|---|---|---|', ...rows].join('\n');
}
