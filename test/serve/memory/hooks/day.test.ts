/**
 * A day of a team's hooks, in the order and at the times that a seed chooses, against a real store with a clock of the test:
 * conversations that start, are resumed, cleared and compacted, prompts and looks of all of them mixed. Whatever the day,
 * nobody is told a gist twice or nudged beyond the limits.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createLog } from '../../../../src/kernel/log.js';
import { RECALL_CHARS_MAX } from '../../../../src/memory/ambient/recall-text.js';
import { memoryDomain } from '../../../../src/memory/memory-domain.js';
import { MemoryStore } from '../../../../src/memory/store/memory-store.js';
import type { HookOutput } from '../../../../src/serve/memory/hooks/hook-output.js';
import { HOOK_ROUTES } from '../../../../src/serve/memory/hooks/hook-routes.js';
import { openAmbient } from '../../../../src/serve/memory/hooks/open-ambient.js';
import { HandClock } from '../../../memory/store/kitchen.js';

const HOUR_MS = 3_600_000;
const EVENTS = 250;
const CONVERSATIONS = 8;
const FILES = 25;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kg-memory-day-')));
after(() => rmSync(folder, { recursive: true, force: true }));

const memory: {
  readonly project: { readonly nodes: readonly { id: string; gist: string; touches?: readonly string[] }[] };
  readonly prompts: readonly { readonly prompt: string }[];
} = JSON.parse(readFileSync('fixtures/hooks/recall/harbour.json', 'utf8'));

/** Numbers from 0 to below `n`, the same for the same seed (a linear congruential generator). */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** What a conversation has been told since its context began. */
interface Told {
  readonly gists: Set<string>;
  hasRead: boolean;
}

describe('a day of hooks', () => {
  for (const seed of [1, 3]) {
    it(`tells no gist twice and nudges within the limits (seed ${seed})`, async () => {
      const cwd = join(folder, `harbour-${seed}`);
      mkdirSync(join(cwd, 'src'), { recursive: true });
      for (let at = 0; at < FILES; at++) writeFileSync(join(cwd, 'src', `pier${at}.py`), '');
      const clock = new HandClock();
      const log = createLog('quiet', () => undefined);
      const store = await MemoryStore.open({
        root: join(folder, `memory-${seed}`),
        domain: memoryDomain,
        log,
        clock,
      });
      const config = { reminders: 'quiet', hasSubagentPreload: false } as const;
      const ambient = openAmbient(store, { config, clock, log });
      const known = memory.project.nodes.slice(0, 8);
      const coming = memory.project.nodes.slice(8);
      for (const { id, gist, touches = [] } of known)
        await store.apply({ kind: 'put-node', project: cwd, level: 'project', id, gist, touches });
      const covered = { kind: 'put-node', project: cwd, level: 'project', id: 'pier-zero' } as const;
      await store.apply({ ...covered, gist: 'The first pier', touches: ['src/pier0.py'] });

      const hook = async (path: string, payload: Record<string, unknown>): Promise<string> => {
        const route = HOOK_ROUTES.find((each) => each.path === path);
        const output = (await route?.run({ cwd, ...payload }, ambient.memory)) as HookOutput;
        return output.hookSpecificOutput?.additionalContext ?? '';
      };
      const roll = dice(seed);
      const told = new Map<string, Told>();
      const readers = new Map<string, Set<string>>();
      const nudges: { readonly session: string; readonly target: string; readonly at: number }[] = [];
      const sessionOf = (host: string) =>
        [...store.state().sessions].find(([, { claude_sid }]) => claude_sid === host)?.[0];
      let [recalls, fullReadNudges] = [0, 0];

      for (let n = 0; n < EVENTS; n++) {
        clock.ms += roll((2 * 24 * HOUR_MS) / EVENTS);
        const session_id = `host-${roll(CONVERSATIONS)}`;
        const mine = told.get(session_id);
        const kind = roll(10);
        if (mine === undefined || kind === 0) {
          const source = mine === undefined ? 'startup' : (['resume', 'clear', 'compact'][roll(3)] ?? '');
          const context = await hook('/api/session_start', { session_id, source });
          const isNew = source !== 'resume';
          const gists = isNew ? new Set<string>() : (mine?.gists ?? new Set());
          for (const [, id = ''] of context.matchAll(/^ {2}([\w-]+): /gm)) gists.add(id);
          told.set(session_id, { gists, hasRead: !isNew && mine?.hasRead === true });
        } else if (kind === 1) {
          const session = sessionOf(session_id);
          assert.ok(session !== undefined);
          await store.apply({ kind: 'read-graph', session });
          mine.hasRead = true;
          for (const { id } of (await projectNodes(store, cwd)).values()) mine.gists.add(id);
        } else if (kind === 2) {
          const { id = `note-${n}`, gist = 'A note of no use' } = coming.shift() ?? {};
          await store.apply({ kind: 'put-node', project: cwd, level: 'project', id, gist });
        } else if (kind < 7) {
          const prompt = memory.prompts[roll(memory.prompts.length)]?.prompt ?? '';
          const said = await hook('/api/prompt_context', { session_id, prompt });
          assert.ok(said.length <= RECALL_CHARS_MAX);
          assert.equal(
            /kg_read\(session_id=/.test(said),
            !mine.hasRead,
            'until the full read, and never after it',
          );
          if (!mine.hasRead) fullReadNudges++;
          const shown = [...said.matchAll(/^- \[\w+\] ([\w-]+)(?: \(\w+\))?: /gm)].map(([, id = '']) => id);
          assert.deepEqual(
            shown.filter((id) => mine.gists.has(id)),
            [],
            `${session_id} was told before`,
          );
          assert.ok(shown.length <= 3);
          if (shown.length > 0) recalls++;
          for (const id of shown) mine.gists.add(id);
        } else {
          const target = `src/pier${roll(FILES)}.py`;
          const tool_input = { file_path: join(cwd, target) };
          const said = await hook('/api/tool_event', { session_id, tool_name: 'Read', tool_input });
          const seen = readers.get(target) ?? new Set();
          readers.set(target, seen.add(session_id));
          if (said === '') continue;
          const session = sessionOf(session_id);
          assert.ok(session !== undefined && said.includes(session) && said.includes(target));
          assert.ok(seen.size >= 2, 'a first look is no reason');
          assert.notEqual(target, 'src/pier0.py', 'the memory has it');
          nudges.push({ session, target, at: clock.ms });
        }
      }

      assert.ok(
        recalls > 0 && fullReadNudges > 3 && nudges.length > 3,
        `${recalls} ${fullReadNudges} ${nudges.length}`,
      );
      for (const { session, target, at } of nudges) {
        const before = nudges.filter((each) => each.at < at);
        const own = before.filter((each) => each.session === session);
        assert.ok(own.length < 3, 'three a session');
        assert.ok(
          own.every((each) => at - each.at >= 600_000),
          'one in ten minutes',
        );
        const same = before.filter((each) => each.target === target);
        assert.ok(
          same.every((each) => at - each.at >= 24 * HOUR_MS),
          'one a day for a target',
        );
      }
      await ambient.close();
      await store.close();
    });
  }
});

async function projectNodes(store: MemoryStore, cwd: string) {
  const root = await store.openProject(cwd);
  return store.state().projects.get(root)?.nodes ?? new Map<string, { id: string }>();
}
