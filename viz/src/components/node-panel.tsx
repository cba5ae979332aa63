/** The chosen node: what it is, what one can ask of it, and what it is joined to. */
import type { Dispatch, ReactNode } from 'react';
import type { GraphData } from '../data/graph-data.js';
import { KIND_NAMES, LAYERS, NODE_KINDS } from '../data/vocabulary.js';
import type { Theme } from '../display/palette.js';
import type { Details } from '../hooks/use-details.js';
import type { Action } from '../state/view-state.js';
import { Connections } from './connections.js';
import { Decisions } from './decisions.js';
import { NodeIcon } from './kind-icon.js';

interface Props {
  readonly data: GraphData;
  readonly node: number;
  readonly details: Details;
  readonly theme: Theme;
  readonly dispatch: Dispatch<Action>;
  readonly onChoose: (node: number) => void;
  /** For a group: whether it is open. */
  readonly group: 'open' | 'closed' | undefined;
  /** What stands between the head and the connections: the editor of a memory. */
  readonly children?: ReactNode;
}

const CALLABLE = new Set(['class', 'function', 'file']);

export function NodePanel({ data, node, details, theme, dispatch, onChoose, group, children }: Props) {
  const kind = NODE_KINDS[data.kinds[node] ?? 0] ?? 'file';
  const id = data.ids[node] ?? '';
  const path = data.paths[node] ?? '';
  const line = data.lines[node] ?? 0;
  const found = details instanceof Error ? undefined : details;
  const isCode = LAYERS[data.layers[node] ?? 0] === 'code';
  return (
    <section aria-label="Node" className="p-3">
      <div className="flex items-start gap-2">
        <span className="mt-1.5">
          <NodeIcon data={data} node={node} theme={theme} />
        </span>
        <div className="min-w-0 grow">
          <h2 className="text-base font-semibold break-words">{data.names[node]}</h2>
          <p className="text-sm text-soft">
            {KIND_NAMES[kind]}
            {path !== '' && (
              <>
                {' · '}
                <code className="text-xs break-all">{line > 1 ? `${path}:${line}` : path}</code>
              </>
            )}
          </p>
        </div>
        <button
          type="button"
          onClick={() => dispatch({ do: 'select', id: undefined })}
          className="btn shrink-0"
          aria-label="Close the node"
        >
          Close
        </button>
      </div>
      <fieldset className="mt-2 flex flex-wrap gap-1.5" aria-label="Ask about it">
        {CALLABLE.has(kind) && (
          <>
            <Ask
              text="Callers"
              onClick={() => dispatch({ do: 'ask', question: { kind: 'callers', of: id, depth: 3 } })}
            />
            <Ask
              text="Callees"
              onClick={() => dispatch({ do: 'ask', question: { kind: 'callees', of: id, depth: 3 } })}
            />
          </>
        )}
        <Ask
          text="Path to …"
          onClick={() => dispatch({ do: 'ask', question: { kind: 'path', from: id, to: undefined } })}
        />
        {isCode && (
          <Ask
            text="What governs it"
            onClick={() => dispatch({ do: 'ask', question: { kind: 'governs', of: id } })}
          />
        )}
        {group === 'closed' && <Ask text="Open the group" onClick={() => dispatch({ do: 'open', id })} />}
        {group === 'open' && <Ask text="Close the group" onClick={() => dispatch({ do: 'close', id })} />}
      </fieldset>
      {details instanceof Error && (
        <p className="mt-2 text-sm text-warn">Its details are not there: {details.message}.</p>
      )}
      {found?.node.signature !== undefined && (
        <pre className="mt-3 overflow-x-auto rounded-md bg-raised p-2 text-xs whitespace-pre-wrap">
          {found.node.signature}
        </pre>
      )}
      {found !== undefined && (found.docstring || found.node.summary) && (
        <p className="mt-3 text-sm whitespace-pre-line">{found.docstring || found.node.summary}</p>
      )}
      {found !== undefined && found.governing.length > 0 && (
        <Decisions data={data} governing={found.governing} onChoose={onChoose} />
      )}
      {children}
      {found !== undefined && found.properties.length > 0 && (
        <details className="mt-3">
          <summary className="heading py-1">Properties</summary>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
            {found.properties.map(([name, value]) => (
              <Property key={name} name={name} value={value} />
            ))}
          </dl>
        </details>
      )}
      <div className="mt-3">
        <Connections
          key={id}
          data={data}
          node={node}
          briefs={found === undefined ? [] : [...found.outgoing, ...found.incoming]}
          theme={theme}
          onChoose={onChoose}
        />
      </div>
    </section>
  );
}

function Ask({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="btn">
      {text}
    </button>
  );
}

function Property({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className="text-soft">{name.replaceAll('_', ' ')}</dt>
      <dd className="min-w-0 break-words whitespace-pre-line">{value}</dd>
    </>
  );
}
