/** Starts the layout's thread and hears from it. One layout runs at a time; a new one replaces it. */
import type { LayoutTask } from './layout-task.js';
import type { LayoutNews } from './layout-worker.js';

/** Runs a task; the result stops it. `onNews` is not called after that. */
export function runLayout(task: LayoutTask, onNews: (news: LayoutNews) => void): () => void {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<LayoutNews>) => {
    onNews(data);
    if (data.isLast) worker.terminate();
  };
  worker.postMessage(task);
  return () => {
    worker.onmessage = null;
    worker.terminate();
  };
}
