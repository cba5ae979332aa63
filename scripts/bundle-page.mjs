// The explorer's page, viz/, as static files in dist/viz/: made by Vite in memory, so that whoever calls decides when
// files are replaced. No configuration file: this is it. Nothing of the page is inlined, since its content security
// policy allows no inline script or style, and nothing is loaded from elsewhere.

import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { root } from './project.mjs';

/** What its code may stand on: browsers of the last three years. */
const TARGET = 'es2023';

/**
 * @returns {Promise<{ files: { path: string, contents: string | Uint8Array }[], inputs: string[] }>} paths in dist/viz/,
 *   and the modules that went in, relative to the root
 */
export async function bundlePage() {
  // Its style sheet begins the page's; it is no module, so nobody tells.
  const inputs = new Set(['node_modules/tailwindcss/index.css']);
  const result = await build({
    configFile: false,
    root: join(root, 'viz'),
    base: './',
    logLevel: 'error',
    plugins: [react(), tailwindcss(), collectInputs(inputs)],
    worker: { format: 'es', plugins: () => [collectInputs(inputs)] },
    build: {
      target: TARGET,
      write: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
    },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const files = outputs.map((output) => ({
    path: output.fileName,
    contents: output.type === 'chunk' ? output.code : output.source,
  }));
  return { files, inputs: [...inputs].sort() };
}

/**
 * @param {Set<string>} inputs
 * @returns {import('vite').Plugin}
 */
function collectInputs(inputs) {
  return {
    name: 'collect-inputs',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        for (const id of Object.keys(output.modules)) {
          const path = id.replace(/[?#].*$/s, '').replaceAll('\\', '/');
          const start = path.lastIndexOf('/node_modules/');
          if (start >= 0) inputs.add(path.slice(start + 1));
        }
      }
    },
  };
}
