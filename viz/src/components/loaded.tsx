/** One project's graphs on their way to the explorer. */
import { useMemo } from 'react';
import type { ProjectsDocument } from '../../../src/serve/viz/wire.js';
import type { Theme } from '../display/palette.js';
import { useGraphs } from '../hooks/use-graphs.js';
import { standardPreset } from '../state/presets.js';
import { initialView } from '../state/view-state.js';
import { Explorer } from './explorer.js';
import { Failure, Loading, Notice } from './notices.js';

interface Props {
  readonly project: string;
  readonly projects: ProjectsDocument['projects'];
  readonly hasMemory: boolean;
  readonly theme: Theme;
  readonly onTheme: () => void;
}

export function Loaded({ project, projects, hasMemory, theme, onTheme }: Props) {
  const { graphs, connection, reload } = useGraphs(project, hasMemory);
  const count = graphs.phase === 'ready' ? graphs.data.nodeCount : 0;
  const first = useMemo(() => initialView(standardPreset(count)), [count]);
  if (graphs.phase === 'loading') return <Loading what={graphs.doing} />;
  if (graphs.phase === 'failed') return <Failure error={graphs.error} onRetry={reload} />;
  if (graphs.data.nodeCount === 0) {
    return (
      <Notice title="Nothing to show yet">
        <p className="mt-2 text-sm text-soft">
          {graphs.notice?.hint ??
            'The index holds no Python file. KG_SOURCE_DIRS says where the sources are; kg-memory status shows what was looked at.'}
        </p>
        <button type="button" onClick={reload} className="btn-primary mt-4">
          Try again
        </button>
      </Notice>
    );
  }
  return (
    <Explorer
      key={project}
      project={project}
      projects={projects}
      hasMemory={hasMemory}
      graphs={graphs}
      first={first}
      connection={connection}
      reload={reload}
      theme={theme}
      onTheme={onTheme}
    />
  );
}
