/** Hands on the picture: what they click, open and point at, and nodes that they drag elsewhere. */
import type Sigma from 'sigma';
import type { EdgeAttributes, NodeAttributes } from './attributes.js';

export interface HandEvents {
  readonly onClick: (node: number | undefined) => void;
  readonly onOpen: (node: number) => void;
  readonly onHover: (node: number | undefined) => void;
  /** A node is being dragged to a place of the graph. */
  readonly onDrag: (node: number, x: number, y: number) => void;
  /** It was let go. */
  readonly onDropped: () => void;
}

/** Listens for as long as the picture lives. */
export function followHands(
  sigma: Sigma<NodeAttributes, EdgeAttributes>,
  { onClick, onOpen, onHover, onDrag, onDropped }: HandEvents,
): void {
  const container = sigma.getContainer();
  let dragged: number | undefined;
  let isMoved = false;
  sigma.on('clickNode', ({ node }) => {
    if (!isMoved) onClick(Number(node));
  });
  sigma.on('clickStage', () => onClick(undefined));
  sigma.on('doubleClickNode', (event) => {
    event.preventSigmaDefault();
    onOpen(Number(event.node));
  });
  sigma.on('enterNode', ({ node }) => {
    container.style.cursor = 'pointer';
    onHover(Number(node));
  });
  sigma.on('leaveNode', () => {
    container.style.cursor = '';
    onHover(undefined);
  });
  sigma.on('downNode', ({ node }) => {
    dragged = Number(node);
    isMoved = false;
    // The frame stays while a node is drawn out of it.
    if (sigma.getCustomBBox() === null) sigma.setCustomBBox(sigma.getBBox());
  });
  sigma.on('moveBody', ({ event }) => {
    if (dragged === undefined) return;
    const { x, y } = sigma.viewportToGraph(event);
    isMoved = true;
    onDrag(dragged, x, y);
    event.preventSigmaDefault();
    event.original.preventDefault();
    event.original.stopPropagation();
  });
  const drop = () => {
    if (dragged !== undefined && isMoved) onDropped();
    dragged = undefined;
  };
  sigma.on('upNode', drop);
  sigma.on('upStage', drop);
}
