/**
 * The search: a combobox (WAI-ARIA 1.2) whose hits are shown in the picture while one types. The best kind comes first; Enter
 * takes the first hit, arrows walk through the others.
 */
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import type { GraphData } from '../data/graph-data.js';
import { fullLabelOf } from '../data/node-label.js';
import { KIND_NAMES, NODE_KINDS } from '../data/vocabulary.js';
import type { Theme } from '../display/palette.js';
import type { Hits } from '../hooks/use-search.js';
import { NodeIcon } from './kind-icon.js';
import { placeOf } from './node-button.js';

interface Props {
  readonly data: GraphData;
  readonly theme: Theme;
  readonly query: string;
  readonly hits: Hits | undefined;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onQuery: (query: string) => void;
  readonly onChoose: (node: number) => void;
}

export function SearchBar({ data, theme, query, hits, field, onQuery, onChoose }: Props) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [isHasty, setHasty] = useState(false);
  const shown = hits === undefined ? [] : hits.nodes.length > 0 ? hits.nodes : hits.nearest;
  const isOpen = query.trim() !== '' && hits !== undefined;
  const at = Math.min(active, Math.max(0, shown.length - 1));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter') {
      const node = shown[at];
      if (node !== undefined) onChoose(node);
      else setHasty(true);
    }
  }

  // Whoever presses Enter before the hits are there means the first of them.
  const [first] = shown;
  useEffect(() => {
    if (!isHasty || first === undefined) return;
    setHasty(false);
    onChoose(first);
  }, [isHasty, first, onChoose]);

  return (
    <div className="relative w-full max-w-xl min-w-0">
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label="Search nodes"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown.length > 0 ? `${id}-${at}` : undefined}
        placeholder="Search names, docs, paths   /"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setActive(0);
          setHasty(false);
          onQuery(event.target.value);
        }}
        onKeyDown={onKeyDown}
        className="field py-1.5"
      />
      {isOpen && (
        <div className="absolute inset-x-0 top-full z-30 mt-1 max-h-[60vh] overflow-y-auto rounded-md border border-line bg-panel shadow-lg max-sm:fixed max-sm:inset-x-2 max-sm:top-13">
          <p className="px-3 pt-2 text-xs text-soft" role="status">
            {summaryOf(hits, shown.length)}
          </p>
          <div id={`${id}-list`} role="listbox" aria-label="Hits" className="p-1">
            {shown.map((node, index) => (
              <div
                key={node}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                ref={index === at ? scrollIntoSight : null}
                onMouseDown={(event) => {
                  event.preventDefault();
                  onChoose(node);
                }}
                className="flex cursor-pointer items-baseline gap-2 rounded px-2 py-1 text-sm hover:bg-raised aria-selected:bg-accent-soft"
              >
                <span className="self-center">
                  <NodeIcon data={data} node={node} theme={theme} />
                </span>
                <span className="min-w-0 shrink truncate">{fullLabelOf(data, node)}</span>
                <span className="shrink-0 text-xs text-soft">
                  {KIND_NAMES[NODE_KINDS[data.kinds[node] ?? 0] ?? 'file']}
                </span>
                <span className="ml-auto min-w-0 truncate pl-2 text-xs text-soft">{placeOf(data, node)}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function summaryOf({ query, nodes, total, nearest, failure }: Hits, shown: number): string {
  if (failure !== undefined) return `The search failed: ${failure}.`;
  if (nodes.length > 0)
    return total > shown ? `The best ${shown} of ${total.toLocaleString('en')}` : `${shown} found`;
  return nearest.length > 0 ? `Nothing is named “${query}”. Near it:` : `Nothing fits “${query}”.`;
}

function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
