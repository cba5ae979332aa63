/**
 * Questions to a graph that may have been read from a damaged snapshot: whoever asks need not know. One attempt more, never a
 * loop: what fails over a graph that was just made from the sources is a fault of ours.
 */
import type { Project, ReportProgress } from './project-face.js';

/** What a question is asked with. */
export interface Asker {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

/** Asks; when the graph was damaged, asks again when it has been made anew. `ask` takes the view from the project each time. */
export async function askSoundly<T>(
  project: Pick<Project, 'recover'>,
  { signal, onProgress }: Asker,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted || !(await project.recover(error, signal, onProgress))) throw error;
    return await ask();
  }
}
