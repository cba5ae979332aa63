/**
 * The entry of `kg-memory-mcp`. stdout is claimed before anything is loaded; the settings, the indexer and all they need
 * are loaded after the first reply. Bad settings or a bad root do not end it: its tools say what is wrong, which is where
 * the user looks.
 */
import { Writable } from 'node:stream';
import { createLog } from '../kernel/log.js';

const stdout = claimStdout();
const log = createLog('normal');

async function openProject() {
  const { openFromSettings } = await import('./open-project.js');
  return openFromSettings(log);
}

async function main(): Promise<void> {
  const { serveCodeGraph } = await import('./stdio.js');
  await serveCodeGraph({ openProject, stdout, log });
  process.exit(0);
}

/**
 * Takes stdout for the protocol and gives the one stream that still writes there. It errs when stdout does (EPIPE).
 * Whatever else is written there, by us, a library or a warning of Node, goes to stderr from now on.
 */
function claimStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const claimed = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      write(chunk, done);
    },
  });
  process.stdout.on('error', (error) => claimed.destroy(error));
  return claimed;
}

void main();
