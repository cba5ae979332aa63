/** What was just done to the memory, and the way back; it stays until the next change. */
import type { MemoryChanges } from '../hooks/use-memory-changes.js';

export function UndoBar({ changes }: { readonly changes: MemoryChanges }) {
  const { last, failure, isBusy, undo, dismiss } = changes;
  if (last === undefined && failure === undefined) return null;
  return (
    <div className="fixed bottom-10 left-1/2 z-40 flex max-w-[92vw] -translate-x-1/2 items-center gap-3 rounded-lg border border-line bg-panel px-3 py-2 text-sm shadow-xl">
      <span
        role={failure === undefined ? 'status' : 'alert'}
        className={failure === undefined ? '' : 'text-warn'}
      >
        {failure ?? `${last?.what}.`}
      </span>
      {last !== undefined && (
        <button type="button" className="btn-primary" disabled={isBusy} onClick={() => void undo()}>
          Undo
        </button>
      )}
      <button type="button" className="btn" onClick={dismiss}>
        Dismiss
      </button>
    </div>
  );
}
