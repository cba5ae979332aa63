/** The endpoints as the README lists them: made from the routes themselves, so that it cannot say otherwise. */
import * as z from 'zod/v4';
import type { Route } from './route.js';

/** One row for each path; fields that must be given are bold, those of the path are left out. */
export function renderRoutesTable(routes: readonly Route[]): string {
  const rows = routes.map(({ method, path, input }) => {
    const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
    const fields = Object.keys(properties).filter((name) => !path.includes(`:${name}`));
    const shown = fields.map((name) => (required.includes(name) ? `**\`${name}\`**` : `\`${name}\``));
    return `| \`${method} ${path}\` | ${shown.join(', ')} |`;
  });
  return ['| Endpoint | Fields, in the query or in a JSON body |', '|---|---|', ...rows].join('\n');
}
