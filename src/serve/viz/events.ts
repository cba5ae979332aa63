/**
 * A stream that says when there is another snapshot (server-sent events, HTML Living Standard 9.2). A page that lost it
 * connects again on its own and is told the newest at once, so nothing has to be repeated.
 */
import type { ServerResponse } from 'node:http';
import type { CodeSource } from './code-source.js';
import type { ChangeEvent } from './wire.js';

// A connection that is gone without a word is noticed, and proxies keep it.
const HEARTBEAT_MS = 25_000;
// How soon a page asks again.
const RETRY_MS = 1_000;

/** Opens the stream; it stays open until its reader goes or the server ends it. */
export function sendEvents(source: CodeSource, response: ServerResponse, streams: Set<ServerResponse>): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  streams.add(response);
  const tell = (savedAt: number) => {
    const event: ChangeEvent = { savedAt };
    response.write(`event: graph\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const stop = source.listen(tell);
  const heartbeat = setInterval(() => response.write(': here\n\n'), HEARTBEAT_MS).unref();
  response.on('close', () => {
    clearInterval(heartbeat);
    stop();
    streams.delete(response);
  });
  source.graph().then(
    ({ savedAt }) => tell(savedAt),
    () => tell(0),
  );
}
