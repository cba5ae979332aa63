/**
 * A host of agents as far as hooks see one: payloads as they were recorded (their form, with texts of our own), given to the
 * real courier as a child process, and what it printed. It asserts that the courier keeps its promises every time: exit code
 * 0, one whole document or nothing, no word on stderr.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolatedEnvironment, runKgMemory } from '../support/run-bin.js';

/** What a hook said. */
export interface Said {
  /** For the model; '' for nothing. */
  readonly context: string;
  /** For the user. */
  readonly message: string | undefined;
}

export type Payload = Readonly<Record<string, unknown>>;

const EVENT_NAMES: Readonly<Record<string, string>> = {
  'session-start': 'SessionStart',
  'user-prompt-submit': 'UserPromptSubmit',
  'post-tool-use': 'PostToolUse',
  'subagent-start': 'SubagentStart',
};

/** The session in a text of ours. */
export function sessionIn(text: string): string {
  const [, session] = text.match(/session_id: ([0-9a-f]{8}) \(/) ?? [];
  assert.ok(session, text);
  return session;
}

export class Host {
  readonly cwd: string;
  readonly home: string;
  readonly env: Record<string, string>;

  constructor(folder: string, project: string, port: number, env: Readonly<Record<string, string>> = {}) {
    this.cwd = join(folder, project);
    this.home = join(folder, 'home');
    mkdirSync(this.cwd, { recursive: true });
    mkdirSync(this.home, { recursive: true });
    this.env = {
      ...isolatedEnvironment(this.home),
      KG_HTTP_PORT: String(port),
      KG_STORAGE_ROOT: join(folder, 'memory'),
      // What is asked is what the server says, on however slow a machine.
      KG_HOOK_WAIT_MS: '10000',
      ...env,
    };
  }

  /** A recorded payload, its folders those of this host, with some fields changed. */
  payload(name: string, more: Payload = {}): Payload {
    const recorded = readFileSync(`fixtures/hooks/payloads/${name}.json`, 'utf8');
    const here = (text: string) => JSON.stringify(text).slice(1, -1);
    return {
      ...JSON.parse(recorded.replaceAll('{cwd}', here(this.cwd)).replaceAll('{home}', here(this.home))),
      ...more,
    };
  }

  /** Runs `kg-memory hook <event>` with bytes on stdin. */
  async raw(event: string, input: string): Promise<string> {
    const { code, stdout, stderr } = await runKgMemory(['hook', event], {
      cwd: this.cwd,
      env: this.env,
      input,
    });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    return stdout;
  }

  /** Runs it with a payload; what it said. */
  async hook(event: string, payload: Payload): Promise<Said> {
    const stdout = await this.raw(event, JSON.stringify(payload));
    if (stdout === '') return { context: '', message: undefined };
    const { hookSpecificOutput, systemMessage, ...rest } = JSON.parse(stdout);
    assert.deepEqual(rest, {});
    assert.deepEqual(Object.keys(hookSpecificOutput).sort(), ['additionalContext', 'hookEventName']);
    assert.equal(hookSpecificOutput.hookEventName, EVENT_NAMES[event]);
    assert.ok(hookSpecificOutput.additionalContext.length <= 10_000, 'hosts put more into a file');
    return { context: hookSpecificOutput.additionalContext, message: systemMessage };
  }

  start(source: string, more: Payload = {}): Promise<Said> {
    return this.hook('session-start', this.payload(`session-start-${source}`, more));
  }

  async prompt(prompt: string, more: Payload = {}): Promise<string> {
    const { context } = await this.hook('user-prompt-submit', this.payload('prompt', { prompt, ...more }));
    return context;
  }

  async read(file: string, more: Payload = {}): Promise<string> {
    const tool_input = { file_path: join(this.cwd, file) };
    return (await this.hook('post-tool-use', this.payload('read', { tool_input, ...more }))).context;
  }
}
