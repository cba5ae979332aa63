/**
 * The view and the address, which say the same at all times: a change of the view is written into the address, and going back
 * in the browser's history brings an earlier view. What one chooses or asks is a step of the history; filters are not.
 */
import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import { formatView, parseView } from '../state/url.js';
import { type Action, nextView, type ViewState } from '../state/view-state.js';

export function useView(project: string, first: ViewState): readonly [ViewState, Dispatch<Action>] {
  const [view, dispatch] = useReducer(nextView, first, (plain) => parseView(location.search, plain));
  const shown = useRef(view);

  useEffect(() => {
    const address = `?${formatView(view, project)}`;
    const before = shown.current;
    shown.current = view;
    if (address === location.search) return;
    const isStep = before.selected !== view.selected || before.question !== view.question;
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }, [view, project]);

  useEffect(() => {
    const onBack = () => dispatch({ do: 'replace', state: parseView(location.search, first) });
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, [first]);

  return [view, dispatch];
}
