/** The picture on the page: its frame, its buttons, and the keys that move in it. */
import type { KeyboardEvent } from 'react';
import type { GraphData } from '../data/graph-data.js';
import type { Picture } from '../hooks/use-picture.js';
import type { StageOf } from '../hooks/use-stage.js';

interface Props {
  readonly data: GraphData;
  readonly picture: Picture;
  readonly stageOf: StageOf;
  /** Said in the page, for programs that look at it. */
  readonly isAtRest: boolean;
  readonly onChoose: (node: number) => void;
  readonly onOpen: (node: number) => void;
}

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
// How far an arrow moves the camera, as a share of the picture; and how much a key zooms.
const STEP = 0.15;
const ZOOM = 1.5;

export function StageView({ data, picture, stageOf, isAtRest, onChoose, onOpen }: Props) {
  const { container, stage, failure } = stageOf;
  const { selected, look } = picture;

  function onKeyDown(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) walk(...arrow);
    else if (event.key === '+' || event.key === '=') stage.current?.camera.zoom(1 / ZOOM);
    else if (event.key === '-') stage.current?.camera.zoom(ZOOM);
    else if (event.key === '0') stage.current?.fit();
    else if (event.key === 'Enter' && selected !== undefined) onOpen(selected);
    else return;
    event.preventDefault();
  }

  /** From a chosen node to the next one that way, its own neighbours first; else the camera moves. */
  function walk(dx: number, dy: number): void {
    const from = look.selected;
    if (from === undefined) {
      stage.current?.camera.pan(dx * STEP, dy * STEP);
      return;
    }
    const near = look.emphasis?.depths.keys() ?? [];
    const next =
      stage.current?.neighbourTowards(from, dx, dy, near) ??
      stage.current?.neighbourTowards(from, dx, dy, look.scene.nodes);
    if (next !== undefined) onChoose(next);
  }

  return (
    <main className="relative min-h-0 min-w-0 overflow-hidden" data-at-rest={isAtRest}>
      <div
        ref={container}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the picture need a place to be pressed
        tabIndex={0}
        aria-label={`Picture of ${data.name}: ${picture.visibility.nodeCount} nodes. Arrows go to the next node, plus and minus zoom, 0 shows all, Enter opens and closes a group. The search and the lists say the same in words.`}
        onKeyDown={onKeyDown}
        className="absolute inset-0 touch-none"
        data-testid="stage"
      />
      {failure !== undefined && (
        <p className="absolute inset-x-4 top-4 rounded-md bg-warn-soft p-3 text-sm text-warn" role="alert">
          This browser draws no picture ({failure}). Search and lists work without it.
        </p>
      )}
      {picture.visibility.nodeCount === 0 && failure === undefined && (
        <p
          className="absolute inset-x-4 top-1/3 mx-auto max-w-sm rounded-md border border-line bg-panel p-3 text-center text-sm"
          role="status"
        >
          The filters hide everything. Choose another view, or turn some kinds of nodes on.
        </p>
      )}
      <fieldset className="absolute bottom-3 left-3 flex flex-col gap-1.5" aria-label="Camera">
        <CameraButton
          name="Zoom in"
          path="M8 2.5v11M2.5 8h11"
          onClick={() => stage.current?.camera.zoom(1 / ZOOM)}
        />
        <CameraButton name="Zoom out" path="M2.5 8h11" onClick={() => stage.current?.camera.zoom(ZOOM)} />
        <CameraButton
          name="Fit the picture"
          path="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"
          onClick={() => stage.current?.fit()}
        />
      </fieldset>
    </main>
  );
}

interface CameraButtonProps {
  readonly name: string;
  /** Its sign, drawn in a square of 16. */
  readonly path: string;
  readonly onClick: () => void;
}

function CameraButton({ name, path, onClick }: CameraButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={name}
      title={name}
      className="btn size-8 p-0 shadow-sm"
    >
      <svg
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </button>
  );
}
