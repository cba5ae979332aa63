/**
 * Segments of a project that does not exist, of any size, as a linker would give them: packages of files of classes with
 * methods, docstrings in plain English, calls that mostly stay near, imports, open calls. The same size gives the same
 * segments. One at a time, so that a million nodes never lie here at once.
 */
import {
  definitionId,
  type EdgeDetail,
  type EdgeRow,
  fileId,
  moduleId,
  type NodeRow,
  type Properties,
  type Segment,
  type UnresolvedCall,
} from '../../src/code/model.js';

const WORDS =
  'account add append array batch bind block buffer build byte cache call check class clear close code collect column command compare config connect context copy count create cursor data date decode default delete detail diff edge encode entry error event fetch field file filter find flush format frame get graph group handle hash header host index info init input insert item iter join key label last layout length level limit line link list load lock log main make map mark match merge message method mode module move name next node notify number object offset open option order output owner pack page parse part patch path peek place plan point pool pop port print process push query queue range read record reduce ref remove render repeat replace reply report request reset resolve result root route row run save scan scope search section select send sequence server session set shape share shift show signal size skip slice sort source split stack start state status step stop store stream string sync table tag target task test text time token total trace tree type unit update user value verify version view visit wait walk watch window word write zone'.split(
    ' ',
  );
const TYPES = [
  'int',
  'str',
  'bool',
  'bytes',
  'Path | None',
  'list[str]',
  'dict[str, Any]',
  'Callable[..., None]',
];
/** About what a project has. */
const NODES_PER_FILE = 50;
const FILES_PER_PACKAGE = 12;

/** A fair die that always falls the same way (xorshift, Marsaglia 2003). */
class Dice {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }
}

/** Segments with about `nodes` nodes, four edges a node. */
export function* syntheticSegments(nodes: number): Generator<Segment> {
  const files = Math.max(1, Math.round(nodes / NODES_PER_FILE));
  for (let file = 0; file < files; file++) {
    if (file % FILES_PER_PACKAGE === 0) yield packageSegment(file, Math.min(files, file + FILES_PER_PACKAGE));
    yield fileSegment(file, files);
  }
}

/** Where the file of that number lies. */
export function syntheticPath(file: number): string {
  const dice = new Dice(file * 7919 + 1);
  const stem = `${dice.pick(WORDS)}_${dice.pick(WORDS)}${file % FILES_PER_PACKAGE}`;
  return `${packageOf(file)}/${stem}.py`;
}

function packageOf(file: number): string {
  const number = Math.floor(file / FILES_PER_PACKAGE);
  const dice = new Dice(number * 104_729 + 7);
  return `src/${WORDS[number % WORDS.length]}/${dice.pick(WORDS)}${Math.floor(number / WORDS.length) || ''}`;
}

function packageSegment(from: number, to: number): Segment {
  const folder = packageOf(from);
  const id = moduleId(folder);
  const properties = JSON.stringify({ import_name: folder.slice(4).replaceAll('/', '.') });
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const edges: EdgeRow[] = [];
  for (let file = from; file < to; file++) {
    edges.push({ source: id, target: fileId(syntheticPath(file)), type: 'contains', detail: '' });
  }
  return {
    key: `${folder}/`,
    nodes: [{ id, type: 'module', name, path: `${folder}/__init__.py`, line: 1, properties }],
    edges,
    unresolved: [],
    reads: [],
  };
}

interface Definition {
  readonly kind: 'class' | 'function';
  readonly name: string;
  readonly qualname: string;
  readonly parent: number;
}

/** The definitions of a file, which others need to point at them. */
function definitionsOf(file: number): readonly Definition[] {
  const dice = new Dice(file * 31_337 + 3);
  const definitions: Definition[] = [];
  const taken = new Set<string>();
  const add = (kind: Definition['kind'], name: string, parent: number) => {
    const base = parent < 0 ? name : `${definitions[parent]?.qualname}.${name}`;
    const qualname = taken.has(base) ? `${base}#${definitions.length}` : base;
    taken.add(base);
    definitions.push({ kind, name, qualname, parent });
  };
  while (definitions.length < NODES_PER_FILE - 1) {
    if (dice.chance(25)) {
      add('class', capital(dice.pick(WORDS)) + capital(dice.pick(WORDS)), -1);
      const parent = definitions.length - 1;
      add('function', '__init__', parent);
      for (let method = dice.below(12); method > 0; method--) add('function', snake(dice), parent);
    } else {
      add('function', dice.chance(50) ? `test_${snake(dice)}_${dice.pick(WORDS)}` : snake(dice), -1);
    }
  }
  return definitions;
}

function fileSegment(file: number, files: number): Segment {
  const dice = new Dice(file * 65_537 + 11);
  const path = syntheticPath(file);
  const definitions = definitionsOf(file);
  const ids = definitions.map(({ kind, qualname }) => definitionId(kind, path, qualname));
  const nodes: NodeRow[] = [fileNode(path, dice)];
  const edges: EdgeRow[] = [];
  const unresolved: UnresolvedCall[] = [];
  const reasons = Array.from(
    { length: 8 },
    () => `self.${dice.pick(WORDS)}: ${capital(dice.pick(WORDS))}${capital(dice.pick(WORDS))}`,
  );
  const near = Math.min(files - 1, file + 1 + dice.below(5));
  const far = dice.below(files);
  const others = [near, far].map((other) => {
    const otherPath = syntheticPath(other);
    return definitionsOf(other).map(({ kind, qualname }) => definitionId(kind, otherPath, qualname));
  });
  for (const [index, definition] of definitions.entries()) {
    const id = ids[index] ?? '';
    const line = 5 + index * 9 + dice.below(6);
    nodes.push(definitionNode({ id, definition, path, line }, dice));
    const parentId = definition.parent < 0 ? fileId(path) : (ids[definition.parent] ?? '');
    edges.push({ source: parentId, target: id, type: 'contains', detail: '' });
    if (definition.parent >= 0) edges.push({ source: id, target: parentId, type: 'method_of', detail: '' });
    if (definition.kind === 'class') continue;
    for (let calls = dice.below(7); calls > 0; calls--) {
      const target = dice.chance(60) ? dice.pick(ids) : dice.pick(dice.pick(others));
      edges.push({ source: id, target, type: 'calls', detail: callDetail(line, reasons, dice) });
    }
    if (dice.chance(60)) {
      const name = snake(dice);
      unresolved.push({
        line: line + 2,
        callee: `${dice.pick(['self', 'obj', 'self.store', dice.pick(WORDS)])}.${name}`,
        name,
      });
    }
  }
  for (const other of new Set([near, far])) {
    const detail = JSON.stringify({ sites: [{ line: 1 + dice.below(4) }], names: [snake(dice)] });
    edges.push({ source: fileId(path), target: fileId(syntheticPath(other)), type: 'imports', detail });
  }
  const reads = [near, far].flatMap((other) => [
    `file ${syntheticPath(other)}`,
    `names of ${syntheticPath(other)}`,
    snake(dice),
  ]);
  return { key: path, nodes, edges, unresolved, reads };
}

function fileNode(path: string, dice: Dice): NodeRow {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const hash = Array.from({ length: 16 }, () => dice.below(16).toString(16)).join('');
  const counts = {
    calls_resolved: dice.below(90),
    calls_external: dice.below(90),
    calls_unresolved: dice.below(40),
  };
  const properties: Properties = {
    language: 'python',
    lines: 500,
    hash,
    docstring: sentence(dice, 12),
    external_imports: ['os', 're'],
    ...counts,
  };
  return { id: fileId(path), type: 'file', name, path, line: 1, properties: JSON.stringify(properties) };
}

interface Placed {
  readonly id: string;
  readonly definition: Definition;
  readonly path: string;
  readonly line: number;
}

function definitionNode({ id, definition, path, line }: Placed, dice: Dice): NodeRow {
  const docstring = dice.chance(45) ? { docstring: sentence(dice, 4 + dice.below(20)) } : {};
  const end = { end_line: line + 4 + dice.below(5) };
  const params = Array.from({ length: dice.below(4) }, () =>
    dice.chance(40) ? `${dice.pick(WORDS)}: ${dice.pick(TYPES)}` : dice.pick(WORDS),
  );
  const properties: Properties =
    definition.kind === 'class'
      ? { ...end, bases: dice.chance(50) ? [capital(dice.pick(WORDS))] : [], kind: 'class', ...docstring }
      : {
          ...end,
          params: definition.parent < 0 ? params : ['self', ...params],
          ...(dice.chance(30) ? { returns: dice.pick(TYPES) } : {}),
          kind: definition.parent < 0 ? 'function' : 'method',
          ...docstring,
        };
  const type = definition.kind;
  return { id, type, name: definition.name, path, line, properties: JSON.stringify(properties) };
}

function callDetail(line: number, reasons: readonly string[], dice: Dice): string {
  const resolution = dice.pick(['exact', 'exact', 'exact', 'inferred', 'candidate'] as const);
  const why = resolution === 'exact' ? {} : { why: dice.pick(reasons) };
  const sites = Array.from({ length: dice.chance(80) ? 1 : 1 + dice.below(4) }, () => ({
    line: line + 1 + dice.below(8),
    resolution,
    ...why,
  }));
  const detail: EdgeDetail = {
    sites,
    resolution,
    ...(resolution === 'candidate' ? { confidence: 0.5 } : {}),
  };
  return JSON.stringify(detail);
}

function snake(dice: Dice): string {
  const name = `${dice.pick(WORDS)}_${dice.pick(WORDS)}`;
  return dice.chance(30) ? `_${name}` : name;
}

function sentence(dice: Dice, words: number): string {
  const text = Array.from({ length: words }, () => dice.pick(WORDS)).join(' ');
  return `${capital(text)}.${dice.chance(30) ? `\n\n${capital(dice.pick(WORDS))} is a ${capital(dice.pick(WORDS))}.` : ''}`;
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
