/** Puts the code beside a memory: the same memory, which sees what is indexed around the folders its askers work in. */
import { loadConfig } from '../../../config.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import type { MemoryPort } from '../memory-port.js';
import { bridgedMemory } from './bridged-memory.js';
import { codeBeside } from './code-beside.js';
import { CodeShelf } from './code-shelf.js';
import { keepAnchors } from './keep-anchors.js';
import { MemoryCode } from './memory-code.js';

/** A memory that sees the code; `close` ends what it does in the background. */
export interface BridgedMemory {
  readonly memory: MemoryPort;
  close(): Promise<void>;
}

interface Options {
  readonly clock: Clock;
  readonly log: Log;
  /** How often anchors are looked at. */
  readonly everyMs: number;
}

export function openBridge(memory: MemoryPort, { clock, log, everyMs }: Options): BridgedMemory {
  const shelf = new CodeShelf({
    clock,
    log,
    placeOf: (root) => loadConfig({ flags: { project_root: root } }),
  });
  const code = new MemoryCode(memory, shelf);
  const now = () => clock.now() / 1_000;
  const keeper = keepAnchors({ memory, shelf, code, log, now }, everyMs);
  return {
    memory: { ...bridgedMemory(memory, { shelf, code, log, now }), code: codeBeside(code) },
    close: async () => {
      await shelf.close();
      await keeper.end();
    },
  };
}
