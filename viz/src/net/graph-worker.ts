/** The reading of graphs in a thread of its own: takes an order, answers with columns, whose memory it hands over. */
import { ApiError, type Refusal } from './api.js';
import { type ReadGraphs, type ReadOrder, readGraphs } from './read-graphs.js';

/** What the page is told. */
export type GraphNews =
  /** So many of all bytes of the code's graph have come; told at each hundredth. */
  | { readonly is: 'reading'; readonly read: number; readonly all: number }
  | { readonly is: 'read'; readonly graphs: ReadGraphs }
  | { readonly is: 'refused'; readonly refusal: Refusal };

const thread = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ReadOrder>) => void) | null;
  postMessage(news: GraphNews, handedOver: readonly ArrayBufferLike[]): void;
};

thread.onmessage = ({ data: order }) => {
  let told = 0;
  const onBytes = (read: number, all: number) => {
    const hundredths = Math.floor((100 * read) / all);
    if (hundredths > told) thread.postMessage({ is: 'reading', read, all }, []);
    told = hundredths;
  };
  readGraphs(order, onBytes).then(
    (graphs) => thread.postMessage({ is: 'read', graphs }, buffersIn(graphs)),
    (error: unknown) => {
      if (error instanceof ApiError) thread.postMessage({ is: 'refused', refusal: error.refusal }, []);
      // Our own fault: thrown where the page hears of it, which it does not of a promise.
      else
        setTimeout(() => {
          throw error;
        });
    },
  );
};

function buffersIn({ columns }: ReadGraphs): readonly ArrayBufferLike[] {
  const { outgoing, incoming } = columns;
  return [...Object.values(columns), ...Object.values(outgoing), ...Object.values(incoming)].flatMap(
    (column: unknown) => (ArrayBuffer.isView(column) ? [column.buffer] : []),
  );
}
