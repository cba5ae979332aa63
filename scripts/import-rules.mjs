// Who may import whom in src/, and what only some files may touch (docs/architecture.md draws it). Data only;
// check-imports.mjs applies it. A path that ends in "/" means everything below it. Every rule has its reason,
// which is what a violation shows.

/**
 * @typedef {{ in: string, may: string[], because: string }} Layer
 * @typedef {{ in: string, not: string[], because: string }} Ban
 * @typedef {{ what: string[], only: string[], because: string }} Reserve
 */

/** The most specific layer that holds a file says which of our files it may import. */
/** @type {readonly Layer[]} */
export const LAYERS = [
  { in: 'kernel/', may: ['kernel/'], because: 'the kernel is shared and knows neither graph' },
  { in: 'code/', may: ['kernel/', 'code/'], because: 'the code graph stands on the kernel alone' },
  { in: 'memory/', may: ['kernel/', 'memory/'], because: 'the agent memory stands on the kernel alone' },
  {
    in: 'bridge/',
    may: ['kernel/', 'code/', 'memory/', 'bridge/'],
    because: 'the bridge is the one place that sees both graphs',
  },
  {
    in: 'serve/',
    may: ['kernel/', 'code/', 'memory/', 'bridge/', 'serve/', 'config.ts', 'config/'],
    because: 'faces stand on the graphs; nobody imports the command line',
  },
  { in: 'config.ts', may: ['kernel/', 'config/'], because: 'settings come before everything they set' },
  {
    in: 'config/',
    may: ['kernel/', 'config.ts', 'config/'],
    because: 'settings come before everything they set',
  },
  {
    in: 'hook/',
    may: [
      'kernel/',
      'config.ts',
      'config/',
      'hook/',
      'memory/ambient/reminders.ts',
      'serve/memory/process/server-state.ts',
    ],
    because: 'the courier runs with every prompt: it finds the server, asks it, and loads nothing else',
  },
  {
    in: 'connect/',
    may: [
      'kernel/',
      'config.ts',
      'config/',
      'connect/',
      'hook/place.ts',
      'serve/client-watch.ts',
      'serve/line-faults.ts',
      'serve/line-splitter.ts',
      'serve/memory/process/find-server.ts',
    ],
    because:
      'the connector is started by every client: it finds the server, carries messages, and loads nothing else',
  },
  {
    in: 'install/',
    may: ['kernel/', 'install/'],
    because: 'other programs’ settings are edited as text; neither graph has a part in it',
  },
  {
    in: 'cli/',
    may: ['kernel/', 'code/', 'memory/', 'bridge/', 'serve/', 'config.ts', 'install/', 'config/', 'cli/'],
    because: 'commands stand on everything; only main.ts imports them',
  },
  {
    in: 'main.ts',
    may: ['kernel/', 'code/', 'memory/', 'bridge/', 'serve/', 'config.ts', 'install/', 'config/', 'cli/'],
    because: 'nobody imports an entry',
  },
  {
    in: 'index.ts',
    may: ['kernel/', 'code/', 'memory/', 'bridge/', 'config.ts', 'config/'],
    because: 'the library offers the graphs, not the faces',
  },
];

/** What is forbidden inside a layer. */
/** @type {readonly Ban[]} */
export const BANS = [
  {
    in: 'code/extract/',
    not: ['code/resolve/', 'code/query/', 'code/graph.ts'],
    because: 'extraction sees one file; only linking sees two',
  },
  {
    in: 'code/resolve/',
    not: ['code/extract/', 'code/query/', 'code/parse.ts', 'code/cursor.ts'],
    because: 'linking is a pure function of facts; it knows no syntax tree',
  },
  {
    in: 'code/query/',
    not: ['code/extract/', 'code/resolve/', 'code/parse.ts', 'code/cursor.ts'],
    because: 'a question is a pure function over the view',
  },
  {
    in: 'code/parse-worker.ts',
    not: ['code/resolve/', 'code/query/', 'code/graph.ts'],
    because: 'each worker loads its bundle; it needs parsing and extraction only',
  },
];

/** The explorer's page, viz/src: from what is known to what is drawn to what is clicked; nothing points back. */
/** @type {readonly Layer[]} */
export const PAGE_LAYERS = [
  { in: 'data/', may: ['data/'], because: 'the graph and the walks over it know no picture' },
  { in: 'state/', may: ['data/', 'state/'], because: 'what one looks at is a value over the graph' },
  {
    in: 'display/',
    may: ['data/', 'state/', 'display/'],
    because: 'the picture is drawn from graph and view, and decides nothing',
  },
  {
    in: 'layout/',
    may: ['data/', 'display/scene.ts', 'display/bounds.ts', 'layout/'],
    because: 'places follow from what is in the picture, not from how it is drawn',
  },
  { in: 'export/', may: ['data/', 'display/', 'export/'], because: 'what one takes along is what is drawn' },
  { in: 'net/', may: ['data/', 'net/'], because: 'the server is asked for data' },
  {
    in: 'hooks/',
    may: ['data/', 'state/', 'display/', 'layout/', 'net/', 'hooks/'],
    because: 'hooks join the parts; only components use them',
  },
  {
    in: 'components/',
    may: ['data/', 'state/', 'display/', 'export/', 'net/', 'hooks/', 'components/'],
    because: 'what is clicked stands on everything',
  },
  { in: 'main.tsx', may: ['components/', 'styles.css'], because: 'the entry shows the page' },
];

/** @type {readonly Reserve[]} */
export const PAGE_RESERVES = [
  {
    what: ['react', 'react-dom', 'react-dom/*'],
    only: ['hooks/', 'components/', 'main.tsx'],
    because: 'the graph and the picture are no business of a framework',
  },
  {
    what: ['sigma', 'sigma/*', 'graphology'],
    only: ['display/'],
    because: 'one folder knows the renderer, so that it can be replaced',
  },
  {
    what: ['graphology-layout-forceatlas2', 'graphology-layout-forceatlas2/*'],
    only: ['layout/forces.ts', 'layout/iterate.d.ts'],
    because: 'one adapter knows the layout',
  },
  { what: ['fetch'], only: ['net/'], because: 'one folder talks to the server' },
  { what: ['Math.random'], only: [], because: 'same graph, same picture' },
];

/** The one file of src/ that the page may import, for its types: what the server says. */
export const PAGE_MAY_SEE = ['src/serve/viz/wire.ts'];

const DISK = ['node:fs', 'node:fs/promises'];

/** Packages, node's modules and globals (`process.env`, `Date`) that only the files named may touch. */
/** @type {readonly Reserve[]} */
export const RESERVES = [
  {
    what: ['web-tree-sitter'],
    only: ['code/parse.ts', 'code/cursor.ts'],
    because: 'one adapter knows the parser, so that it can be replaced',
  },
  {
    what: ['@modelcontextprotocol/*', 'zod', 'zod/*'],
    only: ['serve/'],
    because: 'only faces know a protocol',
  },
  {
    what: ['smol-toml'],
    only: ['kernel/toml.ts'],
    because: 'one adapter turns TOML into values and problems',
  },
  {
    what: ['jsonc-parser'],
    only: ['install/edit-json.ts'],
    because: 'one editor of JSON with comments',
  },
  {
    what: DISK,
    only: [
      'kernel/',
      'code/parse.ts',
      'code/parse-worker.ts',
      'code/scan.ts',
      'code/snapshot/shared-file.ts',
      'code/watch/tree-watcher.ts',
      'memory/store/disk.ts',
      'config/',
      'serve/',
      'hook/hook-main.ts',
      'cli/',
      'main.ts',
    ],
    because: 'the disk is touched where the folder list says so; all else is a function of values',
  },
  {
    what: ['write to disk'],
    // folder.ts makes folders and renames; log.ts writes to stderr, log-file.ts to a log; repository.ts only appends to git's excludes;
    // the memory's disk.ts links backups and appends to journals.
    only: [
      'kernel/atomic-file.ts',
      'kernel/folder.ts',
      'kernel/remove-file.ts',
      'kernel/log.ts',
      'kernel/log-file.ts',
      'kernel/repository.ts',
      'kernel/lock.ts',
      'memory/store/disk.ts',
      // Its one line to stdout, in one call.
      'hook/hook-main.ts',
    ],
    because: 'a file is written whole or not at all, in one place that knows how',
  },
  {
    what: ['node:child_process'],
    only: [
      'serve/memory/process/launch.ts',
      'hook/start-server.ts',
      'connect/start-server.ts',
      'kernel/git.ts',
    ],
    because:
      'no program is started but the memory server in the background, and git, by one place that hands it nothing of ours and lets a repository run nothing',
  },
  {
    what: ['node:http', 'node:https', 'node:net', 'node:tls', 'node:dgram', 'fetch', 'ws'],
    only: ['serve/', 'code/enrich/provider.ts', 'hook/ask.ts', 'connect/post.ts'],
    because: 'the network is touched by faces and by the model client alone',
  },
  {
    what: ['node:worker_threads'],
    only: ['code/parse-pool.ts', 'code/parse-worker.ts'],
    because: 'threads parse; all else shares one',
  },
  { what: ['openai'], only: ['code/enrich/provider.ts'], because: 'one model client' },
  {
    what: ['process.env'],
    only: ['config.ts', 'kernel/git.ts'],
    because: 'one place reads settings; git gets what is left without its own',
  },
  {
    what: ['process.exit', 'process.exitCode'],
    only: ['main.ts', 'serve/stdio-main.ts', 'hook/hook-main.ts', 'connect/connect-main.ts', 'bin/'],
    because: 'whoever is called does not end the process',
  },
  {
    what: ['process.argv'],
    only: ['main.ts', 'serve/stdio-main.ts', 'hook/hook-main.ts', 'connect/connect-main.ts', 'cli/'],
    because: 'arguments belong to the entries',
  },
  {
    what: ['process.stdout', 'console'],
    only: ['main.ts', 'serve/stdio-main.ts', 'serve/stdio.ts', 'connect/connect-main.ts', 'cli/'],
    because: 'stdout belongs to the protocol or to the answer of a command',
  },
  {
    what: ['process.cwd'],
    only: ['config.ts', 'cli/', 'hook/hook-main.ts', 'connect/connect-main.ts', 'main.ts'],
    because: 'the root is a value that is handed down',
  },
  {
    what: ['the time', 'performance', 'process.hrtime', 'process.uptime'],
    only: ['kernel/clock.ts'],
    because: 'time is a parameter, so that tests can hold it',
  },
  { what: ['Math.random'], only: ['kernel/'], because: 'same input, same bytes' },
];

/** Functions of node:fs that change something on the disk, with and without "Sync". */
export const DISK_WRITERS = new Set(
  [
    'appendFile',
    'chmod',
    'chown',
    'copyFile',
    'cp',
    'createWriteStream',
    'link',
    'mkdir',
    'mkdtemp',
    'rename',
    'rm',
    'rmdir',
    'symlink',
    'truncate',
    'unlink',
    'utimes',
    'write',
    'writeFile',
    'writev',
  ].flatMap((name) => [name, `${name}Sync`]),
);
