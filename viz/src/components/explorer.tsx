/** The explorer of one project: search above, filters and details at the sides, the picture between them. */
import { useCallback, useRef, useState } from 'react';
import type { ProjectsDocument } from '../../../src/serve/viz/wire.js';
import type { GraphData } from '../data/graph-data.js';
import { seenName } from '../data/seen-text.js';
import { NODE_KINDS } from '../data/vocabulary.js';
import type { Theme } from '../display/palette.js';
import { childrenOf, type Scene } from '../display/scene.js';
import { useAwaited } from '../hooks/use-awaited.js';
import { useDetails } from '../hooks/use-details.js';
import { useFocus } from '../hooks/use-focus.js';
import type { Graphs } from '../hooks/use-graphs.js';
import { useKeys } from '../hooks/use-keys.js';
import { useMemoryChanges } from '../hooks/use-memory-changes.js';
import { usePicture } from '../hooks/use-picture.js';
import { useRest } from '../hooks/use-rest.js';
import { useSearch } from '../hooks/use-search.js';
import { type StageOf, useStage } from '../hooks/use-stage.js';
import { useView } from '../hooks/use-view.js';
import type { Connection } from '../net/live.js';
import type { CameraPlace, ViewState } from '../state/view-state.js';
import { AnswerPanel } from './answer-panel.js';
import { FilterPanel } from './filter-panel.js';
import { MemoryPanel } from './memory-panel.js';
import { NewMemory } from './new-memory.js';
import { NodePanel } from './node-panel.js';
import { Overview } from './overview.js';
import { SearchBar } from './search-bar.js';
import { StageView } from './stage-view.js';
import { StatsBar } from './stats-bar.js';
import { TopBar } from './top-bar.js';
import { UndoBar } from './undo-bar.js';

interface Props {
  readonly project: string;
  readonly projects: ProjectsDocument['projects'];
  readonly hasMemory: boolean;
  readonly graphs: Extract<Graphs, { readonly phase: 'ready' }>;
  readonly first: ViewState;
  readonly connection: Connection;
  readonly reload: () => void;
  readonly theme: Theme;
  readonly onTheme: () => void;
}

const NO_HITS: readonly number[] = [];

export function Explorer({
  project,
  projects,
  hasMemory,
  graphs,
  first,
  connection,
  reload,
  theme,
  onTheme,
}: Props) {
  const { data, notice } = graphs;
  const [view, dispatch] = useView(project, first);
  const [query, setQuery] = useState('');
  const [hovered, setHovered] = useState<number>();
  const [sheet, setSheet] = useState<'filters' | 'details' | undefined>();
  const [awaited, setAwaited] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const changes = useMemoryChanges(project, reload);
  const hits = useSearch(project, data, query);
  const picture = usePicture(data, view, { hits: hits?.nodes ?? NO_HITS, hovered, theme });
  const { scene, answer, selected } = picture;

  const choose = useCallback(
    (node: number | undefined, camera?: CameraPlace) => {
      dispatch({ do: 'select', id: node === undefined ? undefined : data.ids[node], camera });
      if (node !== undefined) setSheet('details');
    },
    [data, dispatch],
  );
  const groupAt = useCallback(
    (node: number) => groupOf(scene, node, childrenOf(data, node).length),
    [data, scene],
  );
  const toggle = useCallback(
    (node: number) => {
      const group = groupAt(node);
      if (group !== undefined)
        dispatch({ do: group === 'closed' ? 'open' : 'close', id: data.ids[node] ?? '' });
    },
    [data, dispatch, groupAt],
  );
  const stageOf: StageOf = useStage({
    project,
    data,
    scene,
    look: picture.look,
    events: {
      onClick: (node) => choose(node, stageOf.stage.current?.camera.place),
      onOpen: toggle,
      onHover: setHovered,
      onLook: (camera) => dispatch({ do: 'look', camera }),
    },
  });
  const goTo = useFocus(stageOf, picture, view);
  const isAtRest = useRest(stageOf, picture.look);
  const detailed = selected !== undefined && isCode(data, selected) ? data.ids[selected] : undefined;
  const details = useDetails(project, detailed, data.savedAt);

  useKeys({
    onSearch: () => field.current?.focus(),
    onEscape: () => {
      if (query !== '') setQuery('');
      else if (document.activeElement === field.current) field.current?.blur();
      else if (view.question !== undefined) dispatch({ do: 'ask', question: undefined });
      else if (view.selected !== undefined) choose(undefined, stageOf.stage.current?.camera.place);
      else setSheet(undefined);
    },
  });

  const chooseFar = (node: number) => {
    setQuery('');
    // Whoever has searched is at what was found: arrows go on from there.
    if (document.activeElement === field.current) stageOf.container.current?.focus();
    choose(node);
    goTo(node);
  };
  useAwaited(data, awaited, (node) => {
    setAwaited(undefined);
    chooseFar(node);
  });

  return (
    <div className="grid h-full grid-rows-[auto_1fr_auto] lg:grid-cols-[15.5rem_1fr_21rem]">
      <TopBar
        project={project}
        projects={projects}
        data={data}
        picture={picture}
        stageOf={stageOf}
        theme={theme}
        onTheme={onTheme}
        onSheet={(next) => setSheet(sheet === next ? undefined : next)}
      >
        <SearchBar
          data={data}
          theme={theme}
          query={query}
          hits={hits}
          field={field}
          onQuery={setQuery}
          onChoose={chooseFar}
        />
      </TopBar>
      <aside aria-label="Filters" className={`${sideClass(sheet === 'filters')} lg:border-r`}>
        <FilterPanel
          data={data}
          view={view}
          theme={theme}
          dispatch={dispatch}
          onPreset={(preset) => dispatch({ do: 'preset', preset })}
        />
      </aside>
      <StageView
        data={data}
        picture={picture}
        stageOf={stageOf}
        isAtRest={isAtRest && (detailed === undefined || details !== undefined)}
        onChoose={chooseFar}
        onOpen={toggle}
      />
      <aside aria-label="Details" className={`${sideClass(sheet === 'details')} lg:border-l`}>
        {notice !== undefined && (
          <p className="m-3 rounded-md bg-warn-soft p-2 text-sm text-warn" role="status">
            The memory alone is shown: {notice.message}. {notice.hint}
          </p>
        )}
        {view.question !== undefined && (
          <AnswerPanel
            key={view.question.kind}
            data={data}
            question={view.question}
            answer={answer}
            theme={theme}
            onChoose={chooseFar}
            onAsk={(question) => dispatch({ do: 'ask', question })}
          />
        )}
        {selected === undefined && view.selected !== undefined && (
          <p className="p-3 text-sm text-warn" role="status">
            There is no node <code className="break-all">{seenName(view.selected)}</code> any more.
          </p>
        )}
        {selected !== undefined && (
          <NodePanel
            data={data}
            node={selected}
            details={details}
            theme={theme}
            dispatch={dispatch}
            onChoose={chooseFar}
            group={groupAt(selected)}
          >
            {hasMemory && (
              <MemoryPanel
                key={data.ids[selected]}
                project={project}
                data={data}
                node={selected}
                changes={changes}
              />
            )}
          </NodePanel>
        )}
        {hasMemory && (selected === undefined || isCode(data, selected)) && (
          <NewMemory
            key={data.ids[selected ?? -1] ?? ''}
            project={project}
            data={data}
            about={selected === undefined ? undefined : touchOf(data, selected)}
            changes={changes}
            onMade={setAwaited}
          />
        )}
        {selected === undefined && view.question === undefined && (
          <Overview data={data} scene={scene} theme={theme} dispatch={dispatch} onChoose={chooseFar} />
        )}
      </aside>
      <StatsBar
        data={data}
        scene={scene}
        visibility={picture.visibility}
        connection={connection}
        isSettled={stageOf.isSettled}
      />
      <UndoBar changes={changes} />
    </div>
  );
}

/** At the side of a wide page; on a narrow one a sheet over the picture. */
function sideClass(isOpen: boolean): string {
  const sheet =
    'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-7 max-lg:z-20 max-lg:max-h-[55vh] max-lg:rounded-t-xl max-lg:border-t max-lg:shadow-2xl';
  return `min-h-0 min-w-0 overflow-y-auto border-line bg-panel ${sheet} ${isOpen ? '' : 'max-lg:hidden'}`;
}

/** Whether a node is a group of the picture, and whether it shows what it holds. */
function groupOf({ isGrouped, held }: Scene, node: number, children: number): 'open' | 'closed' | undefined {
  if (!isGrouped || children === 0) return undefined;
  return held.has(node) ? 'closed' : 'open';
}

/** How a memory names a node: a file by its path, what is in it by its id. */
function touchOf({ kinds, paths, ids }: GraphData, node: number): string {
  const isFile = NODE_KINDS[kinds[node] ?? 0] === 'file';
  return (isFile ? paths[node] : ids[node]) ?? '';
}

function isCode(data: GraphData, node: number): boolean {
  return data.layers[node] === 0;
}
