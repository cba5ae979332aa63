/** The page from the outside: which project, then its explorer; or why there is none. */
import { useCallback, useEffect, useState } from 'react';
import type { ProjectsDocument } from '../../../src/serve/viz/wire.js';
import { useTheme } from '../hooks/use-theme.js';
import { ApiError, fetchProjects } from '../net/api.js';
import { Loaded } from './loaded.js';
import { Failure, Loading, Notice } from './notices.js';

type Known = ProjectsDocument | ApiError | undefined;

export function App() {
  const [theme, toggleTheme] = useTheme();
  const [known, setKnown] = useState<Known>();
  const load = useCallback(() => {
    setKnown(undefined);
    fetchProjects()
      .then(setKnown)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setKnown(error);
      });
  }, []);
  useEffect(load, [load]);

  if (known === undefined) return <Loading what="Looking for projects" />;
  if (known instanceof ApiError) return <Failure error={known} onRetry={load} />;
  const { projects, hasMemory } = known;
  const asked = new URLSearchParams(location.search).get('project');
  const project = asked ?? (projects.length === 1 ? projects[0]?.root : undefined);
  if (project !== undefined) {
    return (
      <Loaded
        project={project}
        projects={projects}
        hasMemory={hasMemory}
        theme={theme}
        onTheme={toggleTheme}
      />
    );
  }
  return (
    <Notice title={projects.length === 0 ? 'No project yet' : 'Which project?'}>
      {projects.length === 0 && (
        <p className="mt-2 text-sm text-soft">
          A project appears here when an agent has worked in it with this memory. The user's own memory is
          there already.
        </p>
      )}
      <ul className="mt-3 flex flex-col gap-1">
        {projects.map(({ root, name }) => (
          <li key={root}>
            <a
              href={`?${new URLSearchParams({ project: root })}`}
              className="block rounded-md px-2 py-1.5 hover:bg-raised"
            >
              <span className="font-medium">{name}</span>{' '}
              <span className="text-sm break-all text-soft">{root}</span>
            </a>
          </li>
        ))}
        {hasMemory && (
          <li>
            <a href="?project=" className="block rounded-md px-2 py-1.5 hover:bg-raised">
              <span className="font-medium">The user's memory alone</span>
            </a>
          </li>
        )}
      </ul>
    </Notice>
  );
}
