/** The seven tools of the code graph, in the order in which clients list them. */
import type { Tool } from '../tool.js';
import { kgAsk } from './kg-ask.js';
import { kgContext } from './kg-context.js';
import { kgPath } from './kg-path.js';
import { kgReindex } from './kg-reindex.js';
import { kgRelate } from './kg-relate.js';
import { kgSearch } from './kg-search.js';
import { kgStatus } from './kg-status.js';

export const CODE_TOOLS: readonly Tool[] = [
  kgSearch,
  kgRelate,
  kgContext,
  kgPath,
  kgAsk,
  kgReindex,
  kgStatus,
];
