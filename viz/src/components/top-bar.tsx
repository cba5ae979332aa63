/** The line at the top: whose graph this is, the search, and what one does with the whole picture. */
import { type ReactNode, useState } from 'react';
import type { ProjectsDocument } from '../../../src/serve/viz/wire.js';
import type { GraphData } from '../data/graph-data.js';
import type { Theme } from '../display/palette.js';
import { download, graphAsGraphml, pictureAsPng, pictureAsSvg } from '../export/export-picture.js';
import type { Picture } from '../hooks/use-picture.js';
import type { StageOf } from '../hooks/use-stage.js';

interface Props {
  readonly project: string;
  readonly projects: ProjectsDocument['projects'];
  readonly data: GraphData;
  readonly picture: Picture;
  readonly stageOf: StageOf;
  readonly theme: Theme;
  readonly onTheme: () => void;
  readonly onSheet: (sheet: 'filters' | 'details') => void;
  readonly children: ReactNode;
}

export function TopBar({
  project,
  projects,
  data,
  picture,
  stageOf,
  theme,
  onTheme,
  onSheet,
  children,
}: Props) {
  const [said, setSaid] = useState('');
  const stage = stageOf.stage.current;

  async function share(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid('Link copied');
    } catch {
      // A browser may refuse its clipboard; the address bar has the link anyhow.
      setSaid('The link is in the address bar');
    }
  }

  return (
    <header className="col-span-full flex flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-1.5">
      <div className="flex min-w-0 items-center gap-2">
        {projects.length > 1 ? (
          <select
            aria-label="Project"
            value={project}
            onChange={(event) => location.assign(`?${new URLSearchParams({ project: event.target.value })}`)}
            className="field w-auto max-w-48 font-semibold"
          >
            {projects.map(({ root, name }) => (
              <option key={root} value={root}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <h1 className="truncate font-semibold" title={project}>
            {data.name}
          </h1>
        )}
      </div>
      <div className="order-last flex w-full justify-center sm:order-none sm:w-auto sm:grow">{children}</div>
      <div className="ml-auto flex items-center gap-1.5">
        <span role="status" className="text-xs text-soft max-xl:sr-only">
          {said}
        </span>
        <button type="button" className="btn lg:hidden" onClick={() => onSheet('filters')}>
          Filters
        </button>
        <button type="button" className="btn lg:hidden" onClick={() => onSheet('details')}>
          Details
        </button>
        <button type="button" className="btn max-sm:hidden" onClick={() => void share()}>
          Copy link
        </button>
        <details className="relative max-sm:hidden">
          <summary className="btn list-none">Export</summary>
          <div className="absolute right-0 z-30 mt-1 flex w-40 flex-col gap-1 rounded-md border border-line bg-panel p-1.5 shadow-lg">
            <ExportButton
              name="PNG picture"
              disabled={stage === undefined}
              onClick={async () => {
                if (stage !== undefined)
                  download(`${data.name}.png`, await pictureAsPng(stage, picture.look.palette.background));
              }}
            />
            <ExportButton
              name="SVG drawing"
              disabled={stage === undefined}
              onClick={() => {
                if (stage !== undefined) download(`${data.name}.svg`, pictureAsSvg(stage, picture.look));
              }}
            />
            <ExportButton
              name="GraphML graph"
              onClick={() => download(`${data.name}.graphml`, graphAsGraphml(picture.look))}
            />
          </div>
        </details>
        <button
          type="button"
          className="btn"
          onClick={onTheme}
          aria-label={theme === 'light' ? 'Use dark colours' : 'Use light colours'}
          title={theme === 'light' ? 'Dark' : 'Light'}
        >
          <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
            <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.6" />
            <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
          </svg>
        </button>
      </div>
    </header>
  );
}

interface ExportButtonProps {
  readonly name: string;
  readonly disabled?: boolean;
  readonly onClick: () => void | Promise<void>;
}

function ExportButton({ name, disabled = false, onClick }: ExportButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      className="rounded px-2 py-1 text-left text-sm hover:bg-raised"
      onClick={() => void onClick()}
    >
      {name}
    </button>
  );
}
