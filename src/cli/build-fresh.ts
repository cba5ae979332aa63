/**
 * A graph of the project as it is on the disk now, built from nothing in memory: no snapshot is read, none is written.
 */
import type { GraphView } from '../code/graph.js';
import type { Config } from '../config.js';
import type { Session } from './command.js';

/** Indexes everything, with what a language model has said before; rejects with a `KgError` of code `cancelled` when the run is ended. */
export async function buildFresh({ log, progress, signal }: Session, config: Config): Promise<GraphView> {
  const { Indexer } = await import('../code/indexer.js');
  const { ParsePool } = await import('../code/parse-pool.js');
  const { CacheFile } = await import('../code/enrich/cache-file.js');
  const { takesReadme } = await import('../code/project-model.js');
  const { learnedFrom } = await import('../code/enrich/learned.js');
  const pool = new ParsePool();
  const file = new CacheFile(config, (note) => log.warn(note), false);
  try {
    const { root, sourceDirs, llm, aliases } = config;
    const learned = () => learnedFrom(file.cache, llm.model, aliases);
    const indexer = new Indexer({
      root,
      sourceDirs,
      documents: { ...config, takesReadme: takesReadme(config) },
      learned,
      pool,
    });
    await indexer.update({ onProgress: progress, signal });
    if (indexer.view === undefined) throw new Error('a finished run has left no graph');
    return indexer.view;
  } finally {
    pool.close();
  }
}
