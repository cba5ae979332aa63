/** A node in a list: its shape, its name, and where it is; a click goes there. */
import type { GraphData } from '../data/graph-data.js';
import { fullLabelOf } from '../data/node-label.js';
import { seenName, seenText } from '../data/seen-text.js';
import { NODE_KINDS } from '../data/vocabulary.js';
import type { Theme } from '../display/palette.js';
import { NodeIcon } from './kind-icon.js';

interface Props {
  readonly data: GraphData;
  readonly node: number;
  readonly theme: Theme;
  readonly note?: string | undefined;
  readonly onChoose: (node: number) => void;
}

export function NodeButton({ data, node, theme, note, onChoose }: Props) {
  return (
    <button
      type="button"
      onClick={() => onChoose(node)}
      title={seenText(data.ids[node] ?? '')}
      className="flex w-full items-baseline gap-2 rounded px-1.5 py-0.5 text-left text-sm hover:bg-raised"
    >
      <span className="self-center">
        <NodeIcon data={data} node={node} theme={theme} />
      </span>
      <span className="min-w-0 shrink truncate" data-testid="name">
        {fullLabelOf(data, node)}
      </span>
      <span className="ml-auto max-w-[55%] shrink-0 truncate pl-2 text-xs text-soft">
        {note ?? placeOf(data, node)}
      </span>
    </button>
  );
}

/** `oven.py:12`; the gist of a memory; '' for what has no place. */
export function placeOf(data: GraphData, node: number): string {
  const memory = data.memories.get(node);
  if (memory !== undefined) return seenName(memory.gist);
  const path = data.paths[node] ?? '';
  const kind = NODE_KINDS[data.kinds[node] ?? 0];
  // A record is known by its title; its file only repeats it.
  if (path === '' || kind === 'adr') return '';
  if (kind === 'file' || kind === 'module') return path.split('/').slice(0, -1).join('/');
  return `${path.split('/').at(-1)}:${data.lines[node] ?? 0}`;
}
