/** A memory node as one reads and tends it: edit, connect, archive, restore, delete; the last change can be taken back. */
import { useState } from 'react';
import type { GraphData, MemoryContent, MemoryPlace } from '../data/graph-data.js';
import { seenText } from '../data/seen-text.js';
import type { MemoryChanges } from '../hooks/use-memory-changes.js';
import {
  archiveNode,
  connectNode,
  deleteNode,
  type MemoryAddress,
  putNode,
  restoreNode,
} from '../net/memory-api.js';
import { ConnectForm, EditForm } from './memory-forms.js';

interface Props {
  readonly project: string;
  readonly data: GraphData;
  readonly node: number;
  readonly changes: MemoryChanges;
}

type Open = 'edit' | 'connect' | undefined;

export function MemoryPanel({ project, data, node, changes }: Props) {
  const memory = data.memories.get(node);
  const [open, setOpen] = useState<Open>();
  const { change, isBusy } = changes;
  if (memory === undefined) return null;
  const address: MemoryAddress = { project, level: memory.level, id: memory.id };
  const act = async (what: string, run: () => Promise<void>) => {
    if (await change(memory.level, `${what} ${memory.id}`, run)) setOpen(undefined);
  };
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Content memory={memory} />
      <fieldset className="flex flex-wrap gap-1.5" aria-label="Tend the memory">
        <Toggle
          text="Edit"
          isOpen={open === 'edit'}
          onToggle={() => setOpen(open === 'edit' ? undefined : 'edit')}
        />
        <Toggle
          text="Connect"
          isOpen={open === 'connect'}
          onToggle={() => setOpen(open === 'connect' ? undefined : 'connect')}
        />
        {memory.tier === 'active' ? (
          <button
            type="button"
            className="btn"
            disabled={isBusy}
            onClick={() => void act('Archived', () => archiveNode(address))}
          >
            Archive
          </button>
        ) : (
          <button
            type="button"
            className="btn"
            disabled={isBusy}
            onClick={() => void act('Restored', () => restoreNode(address))}
          >
            Restore
          </button>
        )}
        <button
          type="button"
          className="btn text-danger"
          disabled={isBusy}
          onClick={() => void act('Deleted', () => deleteNode(address))}
        >
          Delete
        </button>
      </fieldset>
      {open === 'edit' && (
        <EditForm
          memory={memory}
          isBusy={isBusy}
          onSave={(draft) => void act('Changed', () => putNode(address, draft))}
        />
      )}
      {open === 'connect' && (
        <ConnectForm
          data={data}
          isBusy={isBusy}
          onConnect={(to, rel) => void act('Connected', () => connectNode(address, to, rel))}
        />
      )}
    </div>
  );
}

function Content({
  memory: { gist, notes, touches, tier, level, places },
}: {
  readonly memory: MemoryContent;
}) {
  // Ends of edges are in the lists below; here they are only when something is to be said of them.
  const ends = places.filter(({ isTouch, words }) => !isTouch && words !== '').map(({ touch }) => touch);
  const texts = [...new Set([...touches, ...ends])];
  return (
    <div className="text-sm">
      <p className="break-words">{seenText(gist)}</p>
      <p className="mt-1 text-soft">
        {level === 'user' ? "User's memory" : "Project's memory"}
        {tier !== 'active' && `, ${tier}`}
      </p>
      {notes.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {notes.map((note) => (
            <li key={note} className="break-words">
              {seenText(note)}
            </li>
          ))}
        </ul>
      )}
      {texts.length > 0 && (
        <>
          <h3 className="heading mt-3 mb-1">Touches</h3>
          <ul className="flex flex-col gap-0.5 text-xs">
            {texts.map((text) => (
              <Touch key={text} text={text} places={places.filter(({ touch }) => touch === text)} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** A text that the memory names, and what has become of it. */
function Touch({ text, places }: { readonly text: string; readonly places: readonly MemoryPlace[] }) {
  const said = [...new Set(places.map(({ words }) => words).filter(Boolean))];
  return (
    <li className="break-all">
      {seenText(text)}
      {said.length > 0 && <span className="break-words text-warn"> — {said.join('; ')}</span>}
    </li>
  );
}

function Toggle({
  text,
  isOpen,
  onToggle,
}: {
  readonly text: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="btn aria-expanded:border-accent aria-expanded:bg-accent-soft"
    >
      {seenText(text)}
    </button>
  );
}
