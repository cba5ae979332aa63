/** What viewers and surveys may ask of the code beside the memory; `undefined` where nothing is indexed. They change nothing. */
import type { AnchorState } from '../../../bridge/anchor-view.js';
import type { CodePlace, CodePlaces } from '../../../memory/code-places.js';
import type { Level } from '../../../memory/model.js';
import type { Asker } from '../../../memory/operations.js';
import { codePlaces } from './code-places.js';
import type { MemoryCode } from './memory-code.js';

/** All memories of an asker that name code, or did. */
export interface PlacesDocument {
  readonly memories: readonly {
    readonly level: Level;
    readonly id: string;
    readonly places: readonly CodePlace[];
  }[];
  /** Anchors by their state. */
  readonly counts: Readonly<Record<AnchorState, number>>;
}

export interface CodeBeside {
  codePlacesOf(asker: Asker): Promise<CodePlaces | undefined>;
  placesOf(asker: Asker): Promise<PlacesDocument | undefined>;
}

export function codeBeside(code: MemoryCode): CodeBeside {
  return {
    codePlacesOf: async (asker) => {
      const linked = await code.linkedOf(asker);
      return linked === undefined ? undefined : codePlaces(linked.view, linked.links);
    },
    placesOf: async (asker) => {
      const linked = await code.linkedOf(asker);
      if (linked === undefined) return undefined;
      const { of } = codePlaces(linked.view, linked.links);
      const memories = linked.links.memories.map(({ level, id }) => ({ level, id, places: of(level, id) }));
      return { memories, counts: linked.links.counts };
    },
  };
}
