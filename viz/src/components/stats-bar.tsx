/** The line at the bottom: how much there is, how much of it is shown, and whether the page hears of changes. */

import type { GraphData } from '../data/graph-data.js';
import type { Scene } from '../display/scene.js';
import type { Visibility } from '../display/visibility.js';
import type { Connection } from '../net/live.js';

interface Props {
  readonly data: GraphData;
  readonly scene: Scene;
  readonly visibility: Visibility;
  readonly connection: Connection;
  readonly isSettled: boolean;
}

const CONNECTIONS: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting …',
  live: 'Live',
  lost: 'Connection lost; trying again',
};

export function StatsBar({ data, scene, visibility, connection, isSettled }: Props) {
  const count = (value: number) => value.toLocaleString('en');
  return (
    <footer className="col-span-full flex h-7 items-center gap-x-4 overflow-hidden border-t border-line bg-panel px-3 text-xs whitespace-nowrap text-soft">
      <span data-testid="stats">
        {count(visibility.nodeCount)} of {count(data.nodeCount)} nodes
        <span className="max-sm:hidden">
          {' · '}
          {count(visibility.edgeCount)} of {count(scene.from.length)} edges
        </span>
      </span>
      {scene.isGrouped && <span className="max-md:hidden">In groups: Enter or a double click opens one</span>}
      {!isSettled && <span role="status">Arranging …</span>}
      <span className="ml-auto flex items-center gap-1.5" role="status" data-testid="connection">
        <svg viewBox="0 0 8 8" className="size-2" aria-hidden="true">
          <circle
            cx="4"
            cy="4"
            r="4"
            fill={connection === 'live' ? '#1a9c5b' : connection === 'lost' ? '#d5483f' : '#c99a2e'}
          />
        </svg>
        {CONNECTIONS[connection]}
      </span>
    </footer>
  );
}
