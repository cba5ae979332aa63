/**
 * What a REST endpoint is: a value. A method, a path with named segments, a closed schema of everything it takes (from the
 * path, the query and the body alike), and one function from that to the reply's body. What a GET does changes nothing.
 */
import type * as z from 'zod/v4';
import type { MemoryPort } from '../memory-port.js';

export type Method = 'GET' | 'POST' | 'DELETE';

export interface Route {
  readonly method: Method;
  /** `/api/nodes/:level/:id` */
  readonly path: string;
  readonly input: z.ZodObject;
  run(input: unknown, memory: MemoryPort): Promise<unknown>;
}

/** Makes a route whose function sees its input as the schema types it. */
export function defineRoute<S extends z.ZodObject>(
  method: Method,
  path: string,
  input: S,
  run: (input: z.output<S>, memory: MemoryPort) => Promise<unknown>,
): Route {
  // `readInput` has parsed the input with this very schema.
  return { method, path, input, run: (given, memory) => run(given as z.output<S>, memory) };
}
