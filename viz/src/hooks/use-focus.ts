/** Where the camera looks: at what is chosen from a list, at an answer when it comes, at all that a view shows. */
import { useCallback, useEffect, useRef } from 'react';
import { neighbourhood } from '../display/scene.js';
import type { Stage } from '../display/stage.js';
import type { Answer } from '../state/answer.js';
import type { ViewState } from '../state/view-state.js';
import type { Picture } from './use-picture.js';
import type { StageOf } from './use-stage.js';

/** Returns a function that flies to a node once the picture has it. */
export function useFocus(
  { stage, isSettled }: StageOf,
  picture: Picture,
  view: ViewState,
): (node: number) => void {
  const waiting = useRef<number>(undefined);
  const latest = useRef(picture);
  latest.current = picture;
  const { answer } = picture;
  const answered = useRef<Answer>(undefined);

  // A node that was filtered out is in the picture only after it was painted. One that brought an answer is seen with it.
  useEffect(() => {
    const node = waiting.current;
    if (node === undefined) return;
    waiting.current = undefined;
    if (answered.current !== answer && hasExtent(answer)) return;
    flyTo(stage.current, picture, node);
  });

  // Where the address says to look, until the page has looked there.
  const asked = useRef(view.camera);
  useEffect(() => {
    // Once for each answer: a picture that changes under it leaves the camera where it is.
    if (answer === undefined || !isSettled || answered.current === answer) return;
    answered.current = answer;
    if (asked.current !== undefined || !hasExtent(answer)) return;
    const { shownAs } = latest.current.scene;
    stage.current?.fit([...answer.depths.keys()].map((node) => shownAs[node] ?? node));
  }, [answer, isSettled, stage]);

  const { preset, layers, camera } = view;
  const fitted = useRef<Pick<ViewState, 'preset' | 'layers'>>(undefined);
  useEffect(() => {
    const before = fitted.current;
    if (!isSettled || (before?.preset === preset && before?.layers === layers)) return;
    fitted.current = { preset, layers };
    const { selected, answer: first } = latest.current;
    if (before === undefined && (asked.current !== undefined || hasExtent(first))) return;
    // An address that asks shows the answer, one that names a node shows that node; later views show all they have.
    if (before === undefined && selected !== undefined) flyTo(stage.current, latest.current, selected);
    else if (preset !== undefined) stage.current?.fit();
  }, [preset, layers, isSettled, stage]);

  useEffect(() => {
    if (!isSettled) return;
    asked.current = undefined;
    if (camera === undefined || stage.current === undefined) return;
    const { x, y, ratio } = stage.current.camera.place;
    if (x !== camera.x || y !== camera.y || ratio !== camera.ratio) stage.current.camera.goTo(camera);
  }, [camera, isSettled, stage]);

  return useCallback((node: number) => {
    waiting.current = node;
  }, []);
}

/** Whether it is more than one place to look at. */
function hasExtent(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && answer.depths.size > 1;
}

function flyTo(stage: Stage | undefined, { scene }: Picture, node: number): void {
  const shown = scene.shownAs[node] ?? node;
  stage?.flyTo(shown, neighbourhood(scene, shown).nodes);
}
