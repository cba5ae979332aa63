/**
 * Changes of the memory, one at a time, and the way back: after each the number of the newest entry of the server's history is
 * kept, which `undo` takes back. What the server refuses is said, and nothing was changed then.
 */
import { useCallback, useState } from 'react';
import { ApiError } from '../net/api.js';
import { type Level, newestChange, undoChange } from '../net/memory-api.js';

/** The change that can be taken back. */
export interface Done {
  readonly level: Level;
  readonly n: number;
  /** `Archived oven-rules`. */
  readonly what: string;
}

export interface MemoryChanges {
  /** Runs a change; resolves with whether it was made. */
  readonly change: (level: Level, what: string, run: () => Promise<void>) => Promise<boolean>;
  readonly undo: () => Promise<void>;
  readonly dismiss: () => void;
  readonly last: Done | undefined;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
}

export function useMemoryChanges(project: string, onChanged: () => void): MemoryChanges {
  const [last, setLast] = useState<Done>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const guarded = useCallback(
    async (work: () => Promise<void>): Promise<boolean> => {
      setBusy(true);
      setFailure(undefined);
      try {
        await work();
        onChanged();
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFailure([error.message, error.hint].filter(Boolean).join('. '));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [onChanged],
  );

  const change = useCallback(
    (level: Level, what: string, run: () => Promise<void>) =>
      guarded(async () => {
        await run();
        setLast({ level, n: await newestChange(project, level), what });
      }),
    [guarded, project],
  );

  const undo = useCallback(async () => {
    if (last === undefined) return;
    await guarded(async () => {
      await undoChange(project, last.level, last.n);
      setLast(undefined);
    });
  }, [guarded, last, project]);

  const dismiss = useCallback(() => {
    setLast(undefined);
    setFailure(undefined);
  }, []);

  return { change, undo, dismiss, last, failure, isBusy };
}
