/** Every endpoint, in the order of the README. */
import { HOOK_ROUTES } from '../hooks/hook-routes.js';
import { EDGE_ROUTES } from './edge-routes.js';
import { GRAPH_ROUTES } from './graph-routes.js';
import { HISTORY_ROUTES } from './history-routes.js';
import { NODE_ROUTES } from './node-routes.js';
import type { Route } from './route.js';
import { SESSION_ROUTES } from './session-routes.js';

export const ROUTES: readonly Route[] = [
  ...SESSION_ROUTES,
  ...GRAPH_ROUTES,
  ...NODE_ROUTES,
  ...EDGE_ROUTES,
  ...HISTORY_ROUTES,
  ...HOOK_ROUTES,
];
