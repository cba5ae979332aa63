/**
 * Asks the reading thread for a project's graphs. One question at a time: whoever asks again before it was answered takes the
 * earlier question back.
 */
import { withIds } from '../data/build-graph.js';
import type { GraphData } from '../data/graph-data.js';
import { ApiError, currentToken } from './api.js';
import type { GraphNews } from './graph-worker.js';
import type { ReadOrder } from './read-graphs.js';

/** A project's graphs, and why one of them is missing. */
export interface Graph {
  readonly data: GraphData;
  readonly missing: ApiError | undefined;
}

export class GraphReader {
  readonly #worker = new Worker(new URL('./graph-worker.ts', import.meta.url), { type: 'module' });

  /**
   * `onBytes` hears how much of the code's graph has come. Rejects with an `ApiError` when the server refuses, with another error
   * when the thread fails.
   */
  read(project: string, hasMemory: boolean, onBytes: (read: number, all: number) => void): Promise<Graph> {
    const order: ReadOrder = { project, hasMemory, token: currentToken() };
    return new Promise((done, failed) => {
      this.#worker.onmessage = ({ data: news }: MessageEvent<GraphNews>) => {
        if (news.is === 'reading') return onBytes(news.read, news.all);
        if (news.is === 'refused') return failed(ApiError.of(news.refusal));
        const { columns, missing } = news.graphs;
        done({ data: withIds(columns), missing: missing && ApiError.of(missing) });
      };
      this.#worker.onerror = (event) => failed(new Error(`the graph was not read: ${event.message}`));
      this.#worker.postMessage(order);
    });
  }

  close(): void {
    this.#worker.terminate();
  }
}
