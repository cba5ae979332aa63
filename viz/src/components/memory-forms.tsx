/** What one types into a memory: its text, and what it is joined to. Lists are one item a line. */
import { type FormEvent, useId, useState } from 'react';
import type { GraphData, MemoryContent } from '../data/graph-data.js';
import type { MemoryDraft } from '../net/memory-api.js';

interface EditProps {
  readonly memory: MemoryContent;
  readonly isBusy: boolean;
  readonly onSave: (draft: MemoryDraft) => void;
}

export function EditForm({ memory, isBusy, onSave }: EditProps) {
  const [gist, setGist] = useState(memory.gist);
  const [notes, setNotes] = useState(memory.notes.join('\n'));
  const [touches, setTouches] = useState(memory.touches.join('\n'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ gist: gist.trim(), notes: linesOf(notes), touches: linesOf(touches) });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 rounded-md border border-line p-2">
      <Area label="Gist" value={gist} rows={2} onChange={setGist} />
      <Area label="Notes, one a line" value={notes} rows={4} onChange={setNotes} />
      <Area label="Touches, one a line" value={touches} rows={2} onChange={setTouches} />
      <button type="submit" className="btn-primary self-start" disabled={isBusy || gist.trim() === ''}>
        Save
      </button>
    </form>
  );
}

interface ConnectProps {
  readonly data: GraphData;
  readonly isBusy: boolean;
  readonly onConnect: (to: string, rel: string) => void;
}

export function ConnectForm({ data, isBusy, onConnect }: ConnectProps) {
  const [to, setTo] = useState('');
  const [rel, setRel] = useState('relates-to');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConnect(to.trim(), rel.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 rounded-md border border-line p-2">
      <label className="text-sm">
        To a memory, a file or any text
        <input
          value={to}
          onChange={(event) => setTo(event.target.value)}
          list={`${id}-ends`}
          className="field mt-0.5"
        />
        <datalist id={`${id}-ends`}>
          {[...data.memories.values()].map((memory) => (
            <option key={`${memory.level}/${memory.id}`} value={memory.id}>
              {memory.gist}
            </option>
          ))}
        </datalist>
      </label>
      <label className="text-sm">
        Relation
        <input value={rel} onChange={(event) => setRel(event.target.value)} className="field mt-0.5" />
      </label>
      <button
        type="submit"
        className="btn-primary self-start"
        disabled={isBusy || to.trim() === '' || rel.trim() === ''}
      >
        Join
      </button>
    </form>
  );
}

interface AreaProps {
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  readonly onChange: (value: string) => void;
}

/** A text of several lines under its name. */
export function Area({ label, value, rows, onChange }: AreaProps) {
  return (
    <label className="text-sm">
      {label}
      <textarea
        value={value}
        rows={rows}
        onChange={(event) => onChange(event.target.value)}
        className="field mt-0.5"
      />
    </label>
  );
}

/** The lines that say something. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
