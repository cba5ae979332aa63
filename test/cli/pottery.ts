/**
 * A small project on the disk for the command line's tests: a package with a broken file, a test outside the sources. Its
 * files are an hour old, so that their times can be trusted, as those of real projects mostly can.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Properties } from '../../src/code/model.js';
import { openSnapshot, writeSnapshot } from '../../src/code/snapshot.js';
import { createWorkFolder, type RunResult, runKgMemory } from '../support/run-bin.js';

const FILES: Readonly<Record<string, string>> = {
  'src/pottery/__init__.py': 'from .kiln import Kiln\n',
  'src/pottery/kiln.py': `class Kiln:
    """Fires clay."""

    def __init__(self, degrees=0):
        self.degrees = degrees

    def heat(self, degrees):
        self.degrees += degrees
        return self.degrees

    def fire(self, pots):
        self.heat(900)
        return [glaze(pot) for pot in pots]


def glaze(pot):
    return pot
`,
  'src/pottery/shop.py': `from pottery.kiln import Kiln


def open_shop():
    kiln = Kiln()
    kiln.fire([])


class Door:
    def close(self):
        return True


def close(shop):
    shop.close()
`,
  'src/pottery/cracked.py': 'def whole():\n    return 1\n\n\ndef half(:\n    return 2\n',
  'tests/test_shop.py': 'from pottery.shop import open_shop\n\n\ndef test_opening():\n    open_shop()\n',
};

const AN_HOUR_S = 3_600;

export interface Pottery {
  readonly root: string;
  run(...args: string[]): Promise<RunResult>;
  /** What a command prints in JSON mode; it must succeed. */
  ask(...args: string[]): Promise<unknown>;
  write(path: string, text: string): void;
  remove(): void;
}

/** Makes the project. Commands run with it as their working directory. */
export function createPottery(): Pottery {
  const folder = createWorkFolder('pottery');
  const root = folder.path;
  for (const [path, text] of Object.entries(FILES)) {
    writeInto(root, path, text);
    setAge(join(root, path), AN_HOUR_S);
  }
  const run = (...args: string[]) => runKgMemory(args, { cwd: root });
  return {
    root,
    run,
    ask: async (...args) => {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')}: exit ${code}\n${stderr}`);
      return JSON.parse(stdout);
    },
    write: (path, text) => writeInto(root, path, text),
    remove: () => folder.remove(),
  };
}

/** Changes a file and makes the index believe that it was made of the new text. Both texts must have the same length. */
export async function tamper(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path);
  const { atimeMs, mtimeMs, size } = statSync(file);
  writeFileSync(file, text);
  if (statSync(file).size !== size) throw new Error('the size tells');
  utimesSync(file, atimeMs / 1_000, mtimeMs / 1_000);
  const index = join(root, '.kg-index.json');
  const opened = openSnapshot(index);
  if (opened.kind !== 'ok') throw new Error(opened.kind);
  const { snapshot } = opened;
  const hash = createHash('sha256').update(text).digest('hex');
  const files = snapshot.files().map((record) => ({
    ...record,
    hash: record.path === path ? hash : record.hash,
    facts: snapshot.facts(record.path) ?? '',
  }));
  await writeSnapshot(index, { meta: snapshot.meta as Properties, files, graph: snapshot.graph() });
  snapshot.close();
}

function writeInto(root: string, path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function setAge(file: string, seconds: number): void {
  const then = Math.floor(Date.now() / 1_000) - seconds;
  utimesSync(file, then, then);
}
