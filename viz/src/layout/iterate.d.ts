declare module 'graphology-layout-forceatlas2/iterate' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2';

  /** One step over the library's matrices, in place. */
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it
  export default function iterate(
    settings: ForceAtlas2Settings,
    nodes: Float32Array,
    edges: Float32Array,
  ): void;
}
