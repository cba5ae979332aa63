/**
 * The entry of `kg-memory`: hands arguments, streams and signals to the command line, and ends the process with its code.
 * Nothing is decided here.
 *
 * The first SIGINT or SIGTERM asks the run to end, which takes back what is half done; the second ends it at once.
 */
import { isReaderGone } from './cli/output.js';
import { runCommandLine } from './cli/run.js';

const EXIT_ON_SIGNAL = { SIGINT: 130, SIGTERM: 143 } as const;

async function main(): Promise<void> {
  const ending = new AbortController();
  let code: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (code !== undefined) process.exit(code);
      code = EXIT_ON_SIGNAL[signal];
      ending.abort();
    });
  }
  process.stdout.on('error', (error) => {
    // Nobody reads any more: there is nothing left to do, and nothing wrong. Whoever writes learns of all other errors.
    if (isReaderGone(error)) process.exit(0);
  });
  process.stderr.on('error', loseLine);
  const { stdout, stderr } = process;
  const done = await runCommandLine(process.argv.slice(2), { stdout, stderr, signal: ending.signal });
  process.exitCode = code ?? done;
}

function loseLine(): void {
  // Nobody reads what is said beside the answer, and nobody is left to be told.
}

void main();
