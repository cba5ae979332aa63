/**
 * What passes between the MCP server and the functions behind its methods. Types only.
 */
import type { Project } from '../code/project-face.js';
import type { MemoryFace } from './remembered/beside.js';

/** What the server needs of the process around it. */
export interface CodeServerOptions {
  /** The project, opened by the first who asks. */
  readonly project: () => Promise<Project>;
  /** The agent memory beside it, asked for by the first answer that may have something of it; absent for none. */
  readonly memory?: () => Promise<MemoryFace>;
  /** Takes what is our own fault: a line with its stack, for stderr. */
  readonly onFault: (line: string) => void;
}

/** What the handlers need of a request's context. */
export interface Request {
  readonly signal: AbortSignal;
  /** Sends progress; absent when the caller did not ask for it. */
  readonly sendProgress?: (progress: number, total: number, message: string) => void;
}
