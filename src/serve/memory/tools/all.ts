/** The tools of the agent memory, in the order in which clients list them. */
import { kgDeleteEdge } from './kg-delete-edge.js';
import { kgDeleteNode } from './kg-delete-node.js';
import { kgMergeNodes } from './kg-merge-nodes.js';
import { kgProgress } from './kg-progress.js';
import { kgPutEdge } from './kg-put-edge.js';
import { kgPutNode } from './kg-put-node.js';
import { kgRead } from './kg-read.js';
import { kgRenameNode } from './kg-rename-node.js';
import { kgMemorySearch } from './kg-search.js';
import { kgSync } from './kg-sync.js';
import { kgUseful } from './kg-useful.js';
import type { MemoryTool } from './memory-tool.js';

export const MEMORY_TOOLS: readonly MemoryTool[] = [
  kgRead,
  kgMemorySearch,
  kgPutNode,
  kgPutEdge,
  kgRenameNode,
  kgMergeNodes,
  kgDeleteNode,
  kgDeleteEdge,
  kgUseful,
  kgSync,
  kgProgress,
];
