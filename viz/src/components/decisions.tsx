/** What the documents that govern a node decide, in their own words: what one should know before changing it. */
import type { NodeDetails } from '../../../src/serve/viz/wire.js';
import type { GraphData } from '../data/graph-data.js';

interface Props {
  readonly data: GraphData;
  readonly governing: NodeDetails['governing'];
  readonly onChoose: (node: number) => void;
}

export function Decisions({ data, governing, onChoose }: Props) {
  return (
    <div className="mt-3">
      <h3 className="heading mb-1">Decisions that bear on it</h3>
      <ul className="flex flex-col gap-2">
        {governing.map(({ node: { id, name }, status, decision }) => {
          const document = data.byId.get(id);
          return (
            <li key={id} className="text-sm">
              <button
                type="button"
                disabled={document === undefined}
                onClick={() => {
                  if (document !== undefined) onChoose(document);
                }}
                className="text-left text-accent hover:underline"
              >
                {name}
              </button>
              {status !== '' && <span className="text-soft"> · {status}</span>}
              {decision !== '' && <p className="text-soft">{decision}</p>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
