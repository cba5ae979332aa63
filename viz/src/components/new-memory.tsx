/** A memory that is made here: what is to be remembered, of what. Its id follows from the gist until somebody gives another. */
import { type FormEvent, useState } from 'react';
import { memoryId } from '../data/add-memory.js';
import type { GraphData } from '../data/graph-data.js';
import type { MemoryChanges } from '../hooks/use-memory-changes.js';
import { type Level, putNode } from '../net/memory-api.js';
import { Area, linesOf } from './memory-forms.js';

interface Props {
  readonly project: string;
  readonly data: GraphData;
  /** What the memory is about at first: a path, or a node's id. */
  readonly about: string | undefined;
  readonly changes: MemoryChanges;
  /** The id that the new node has in the page. */
  readonly onMade: (id: string) => void;
}

// Words of a gist that make an id.
const ID_WORDS = 5;

export function NewMemory(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="px-3 pt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="btn aria-expanded:border-accent aria-expanded:bg-accent-soft"
      >
        {props.about === undefined ? 'Remember something' : 'Remember something about it'}
      </button>
      {isOpen && <NewForm {...props} onDone={() => setOpen(false)} />}
    </div>
  );
}

function NewForm({ project, data, about, changes, onMade, onDone }: Props & { readonly onDone: () => void }) {
  const [level, setLevel] = useState<Level>(project === '' ? 'user' : 'project');
  const [gist, setGist] = useState('');
  const [given, setGiven] = useState<string>();
  const [notes, setNotes] = useState('');
  const [touches, setTouches] = useState(about ?? '');
  const id = given ?? idFrom(gist);
  const isTaken = data.byId.has(memoryId(level, id));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const draft = { gist: gist.trim(), notes: linesOf(notes), touches: linesOf(touches) };
    if (!(await changes.change(level, `Made ${id}`, () => putNode({ project, level, id }, draft)))) return;
    onDone();
    onMade(memoryId(level, id));
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      aria-label="New memory"
      className="mt-2 flex flex-col gap-2 rounded-md border border-line p-2"
    >
      <Area label="Gist" value={gist} rows={2} onChange={setGist} />
      <label className="text-sm">
        Id
        <input
          value={id}
          onChange={(event) => setGiven(event.target.value.trim())}
          className="field mt-0.5"
        />
      </label>
      {project !== '' && (
        <label className="text-sm">
          Whose
          <select
            value={level}
            onChange={(event) => setLevel(event.target.value === 'user' ? 'user' : 'project')}
            className="field mt-0.5"
          >
            <option value="project">Project's memory</option>
            <option value="user">User's memory</option>
          </select>
        </label>
      )}
      <Area label="Notes, one a line" value={notes} rows={3} onChange={setNotes} />
      <Area label="Touches, one a line" value={touches} rows={2} onChange={setTouches} />
      {isTaken && (
        <p className="text-sm text-warn" role="alert">
          There is a memory {id} already. Choose another id, or edit that one.
        </p>
      )}
      <button
        type="submit"
        className="btn-primary self-start"
        disabled={changes.isBusy || isTaken || id === '' || gist.trim() === ''}
      >
        Remember
      </button>
    </form>
  );
}

/** `Two pumps are too weak for it` → `two-pumps-are-too-weak`. */
function idFrom(gist: string): string {
  const words = gist.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, ID_WORDS).join('-');
}
