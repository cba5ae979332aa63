/**
 * Hearing of changes: of the code graph by server-sent events, of the memory by WebSocket. A lost connection is told and tried
 * again, a little later each time; what was missed is made up for by reading anew, which is what every message leads to.
 */
import type { ChangeEvent } from '../../../src/serve/viz/wire.js';
import { currentToken } from './api.js';

export type Connection = 'connecting' | 'live' | 'lost';

interface Hearing {
  readonly onState: (state: Connection) => void;
}

// The first try comes at once; later ones wait as long as nobody minds.
const RETRY_MS = 1_000;
const RETRY_MAX_MS = 15_000;

/** Hears of snapshots of a project; the result stops it. A fetch and no EventSource, which could not show a token. */
export function hearOfCode(
  project: string,
  { onChange, onState }: Hearing & { readonly onChange: (event: ChangeEvent) => void },
): () => void {
  return keepOpen((retry) => {
    const ending = new AbortController();
    const listen = async () => {
      const token = currentToken();
      const response = await fetch(`/viz/api/events?${new URLSearchParams({ project })}`, {
        signal: ending.signal,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      if (!response.ok || response.body === null) return;
      wasLive = true;
      onState('live');
      for await (const event of eventsIn(response.body)) onChange(JSON.parse(event) as ChangeEvent);
    };
    let wasLive = false;
    const lose = () => {
      if (ending.signal.aborted) return;
      onState('lost');
      retry(wasLive);
    };
    listen().then(lose, lose);
    return () => ending.abort();
  });
}

/** The data of each event in a stream of server-sent events. */
async function* eventsIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const parts = (text + read.value).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = part.match(/^data: (.*)$/m)?.[1];
      if (data !== undefined) yield data;
    }
  }
}

// Messages of the server that tell of no change.
const SMALL_TALK = /"type":\s*"(?:connected|pong)"/;

/** Hears of changes of the memory; the result stops it. */
export function hearOfMemory(
  project: string,
  { onChange, onState }: Hearing & { readonly onChange: () => void },
): () => void {
  return keepOpen((retry, isAgain) => {
    const query = project === '' ? '' : `?${new URLSearchParams({ project_path: project })}`;
    const token = currentToken();
    const protocols = token === undefined ? ['kg'] : ['kg', `kg.token.${token}`];
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws${query}`, protocols);
    let wasLive = false;
    socket.onopen = () => {
      wasLive = true;
      onState('live');
      if (isAgain) onChange();
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (!SMALL_TALK.test(data)) onChange();
    };
    socket.onclose = () => {
      onState('lost');
      retry(wasLive);
    };
    return () => {
      socket.onclose = null;
      socket.close();
    };
  });
}

/** Opens a connection, and again after each `retry`; sooner when the one that was lost had been live. */
function keepOpen(open: (retry: (wasLive: boolean) => void, isAgain: boolean) => () => void): () => void {
  let wait = RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let close = begin(false);
  return () => {
    clearTimeout(timer);
    close();
  };

  function begin(isAgain: boolean): () => void {
    return open((wasLive) => {
      if (wasLive) wait = RETRY_MS;
      timer = setTimeout(() => {
        close = begin(true);
      }, wait);
      wait = Math.min(RETRY_MAX_MS, wait * 2);
    }, isAgain);
  }
}
