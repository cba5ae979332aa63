/** The answer to a question as a list: what the picture emphasises, in words, each node one click away. */
import type { GraphData } from '../data/graph-data.js';
import type { Theme } from '../display/palette.js';
import type { Answer } from '../state/answer.js';
import type { Question } from '../state/view-state.js';
import { NodeList } from './node-list.js';

interface Props {
  readonly data: GraphData;
  readonly question: Question;
  readonly answer: Answer | undefined;
  readonly theme: Theme;
  readonly onChoose: (node: number) => void;
  readonly onAsk: (question: Question | undefined) => void;
}

const DEPTHS = [1, 2, 3, 4, 5, 6] as const;

export function AnswerPanel({ data, question, answer, theme, onChoose, onAsk }: Props) {
  return (
    <section aria-label="Answer" className="border-b border-line p-3">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-base font-semibold break-words">{answer?.title ?? 'No answer'}</h2>
        <button
          type="button"
          onClick={() => onAsk(undefined)}
          className="btn shrink-0"
          aria-label="Close the answer"
        >
          Close
        </button>
      </div>
      <p className="mt-1 text-sm text-soft" role="status">
        {answer?.summary ?? 'What was asked about is not in the graph.'}
      </p>
      {'depth' in question && (
        <fieldset className="mt-2 flex flex-wrap items-center gap-1" aria-label="Steps">
          <span className="mr-1 text-sm text-soft">Steps</span>
          {DEPTHS.map((depth) => (
            <button
              key={depth}
              type="button"
              aria-pressed={question.depth === depth}
              onClick={() => onAsk({ ...question, depth })}
              className="btn px-2 aria-pressed:border-accent aria-pressed:bg-accent-soft"
            >
              {depth}
            </button>
          ))}
        </fieldset>
      )}
      {answer?.groups.map(({ title, nodes, notes }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several groups may have one title, and their order is their identity
        <div key={`${at}-${title}`} className="mt-3">
          <h3 className="heading mb-1">
            {title} <span className="font-normal tabular-nums">{nodes.length.toLocaleString('en')}</span>
          </h3>
          <NodeList data={data} nodes={nodes} notes={notes} theme={theme} onChoose={onChoose} />
        </div>
      ))}
    </section>
  );
}
