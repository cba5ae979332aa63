/** An endpoint without a server: the same routes, called in process with an object of fields. */
import { KgError } from '../../../kernel/errors.js';
import type { MemoryPort } from '../memory-port.js';
import { readInput } from '../read-input.js';
import { ROUTES } from './routes.js';

/** The body of the reply. Rejects with what the route refuses. `path` is written as in the route's own table. */
export async function callRoute(
  memory: MemoryPort,
  method: string,
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const route = ROUTES.find((each) => each.method === method && each.path === path);
  if (route === undefined) throw new KgError('not-found', `there is no endpoint ${method} ${path}`);
  const input = readInput({ name: `${method} ${path}`, input: route.input }, fields);
  return route.run(input, memory);
}
