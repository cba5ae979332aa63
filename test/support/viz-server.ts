/** The real `kg-memory-viz` as a child process at a free port; it waits for the line that says where the page is. */
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startBin } from './run-bin.js';

export interface TestExplorer {
  /** Of the page, with a slash at the end. */
  readonly address: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts it for a project; it is indexed first. `home` is the caller's. */
export async function startExplorer(root: string, home: string, port = 0): Promise<TestExplorer> {
  mkdirSync(home, { recursive: true });
  const child = startBin('kg-memory-viz', ['--project-root', root, '--port', String(port)], { home });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let said = '';
  const address = await new Promise<string>((done, failed) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said += `${line}\n`;
      const [found] = line.match(/http:\S+/) ?? [];
      if (found !== undefined) done(found);
    });
    void ended.then(() => failed(new Error(`kg-memory-viz ended: ${said}`)));
  });
  return {
    address,
    port: Number(new URL(address).port),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
