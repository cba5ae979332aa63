/** `kg-memory explain`: why the graph says that one node leads to another. */
import type { Project } from '../code/project-face.js';
import type { NodeBrief } from '../code/query/brief.js';
import { type ExplainAnswer, type ExplainedEdge, explain } from '../code/query/explain.js';
import { placeNamed, settingLines, type ValuePlaces } from '../code/query/value-places.js';
import { explainDocument, type SettingLine } from '../code/render/explain.js';
import { blindSpots } from '../code/render/state-line.js';
import { pageFrom } from '../code/render.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { nodeNamed } from './named-node.js';
import { integer } from './options.js';

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'Show why the graph joins two nodes: places and reasons',
  about: [
    'Every edge between them with each line it stands on, how surely it was resolved, and what was concluded there; where no edge is, the shortest chain.',
  ],
  operands: [
    { name: 'source', isRequired: true, why: 'Where it starts; an id or a loose name' },
    { name: 'target', isRequired: true, why: 'Where it ends' },
  ],
  options: {
    maxDepth: integer('At most this many hops of a chain', { min: 1, max: 10, standard: 5 }),
    ...PAGE_OPTIONS,
  },
  examples: [
    ['kg-memory explain open_shop Oven.heat', 'Why one function is said to call another.'],
    ['kg-memory explain ADR-8 src/bakery/oven.py', 'Why a decision is said to govern a file.'],
  ],
  run: ({ operands: [source = '', target = ''], options }, session) => {
    const { maxDepth, ...page } = options;
    return askIndex(
      'explain',
      {
        asked: { source, target, maxDepth },
        page,
        ask: (view, _offset, project) => {
          const ends = [
            nodeNamed(view, project, source).node,
            nodeNamed(view, project, target).node,
          ] as const;
          return explain(view, ends, maxDepth);
        },
        document: async (answer, project, offset) => {
          const lines = await linesOf(answer, project);
          const chains = await chainsOf(answer, project);
          const document = explainDocument(
            answer,
            (path, line) => lines.get(`${path}:${line}`),
            blindSpots(project.state()),
            (edge, why) => chains.get(edge)?.get(why) ?? [],
          );
          return pageFrom(document, offset);
        },
      },
      session,
    );
  },
});

type Chains = ReadonlyMap<ExplainedEdge, ReadonlyMap<string, readonly SettingLine[]>>;

/** For every reason that names a receiver, where that got its value. */
async function chainsOf({ edges }: ExplainAnswer, project: Project): Promise<Chains> {
  const chains = new Map<ExplainedEdge, ReadonlyMap<string, readonly SettingLine[]>>();
  for (const edge of edges) {
    const reasons = new Map<string, readonly SettingLine[]>();
    for (const why of new Set(edge.sites.flatMap((site) => site.why ?? []))) {
      const place = placeNamed(why);
      if (place !== undefined && edge.places !== undefined) {
        reasons.set(why, await settingPlaces(place, edge.places, project));
      }
    }
    chains.set(edge, reasons);
  }
  return chains;
}

/** Names for names that are followed: `box = self.store`. */
const NAMES_MAX = 4;

/** The nearest extent that sets it counts; where that is another name or attribute, what sets this one follows. */
async function settingPlaces(
  place: string,
  places: ValuePlaces,
  project: Project,
  depth = 0,
): Promise<readonly SettingLine[]> {
  const own = await placesSetting(place, places, project);
  const others = depth >= NAMES_MAX ? [] : [...new Set(own.flatMap(({ text }) => namedBehind(text) ?? []))];
  const behind = await Promise.all(
    others
      .filter((other) => other !== place)
      .map((other) => settingPlaces(other, places, project, depth + 1)),
  );
  return [...own, ...behind.flat()];
}

/** `self.store` of `box = self.store`. */
function namedBehind(text: string): string | undefined {
  return /=\s*((?:self|cls)\.[A-Za-z_]\w*|[A-Za-z_]\w*)\s*(?:#.*)?$/.exec(text)?.[1];
}

async function placesSetting(
  place: string,
  { extents, calls }: ValuePlaces,
  project: Project,
): Promise<readonly SettingLine[]> {
  for (const { path, line, endLine, isClass } of extents) {
    const lines = await textOf(project, path, line, endLine);
    const found = settingLines(place, lines, isClass);
    if (found.length === 0) continue;
    return Promise.all(
      found.map(async (i) => ({
        path,
        line: line + i,
        text: lines[i]?.trim() ?? '',
        calls: await Promise.all(
          calls
            .filter((call) => call.path === path && call.line === line + i)
            .map(async ({ target }) => ({
              id: target.id,
              path: target.path,
              line: target.line,
              returns: await returnsOf(project, target),
            })),
        ),
      })),
    );
  }
  return [];
}

/** Lines of a function that return something, as many as tell what kind of thing that is. */
const RETURNS_MAX = 2;

async function returnsOf(project: Project, { path, line, endLine }: NodeBrief): Promise<readonly string[]> {
  const lines = endLine === undefined ? [] : await textOf(project, path, line, endLine);
  return lines
    .map((text) => text.trim())
    .filter((text) => /^(?:return|yield) \S/.test(text))
    .slice(0, RETURNS_MAX);
}

async function textOf(
  project: Project,
  path: string,
  line: number,
  endLine: number,
): Promise<readonly string[]> {
  const text = await project.readSource(path, line, endLine);
  return text.kind === 'text' ? text.lines : [];
}

/** The text of every line that an answer rests on. */
async function linesOf({ edges }: ExplainAnswer, project: Project): Promise<ReadonlyMap<string, string>> {
  const lines = new Map<string, string>();
  for (const { source, sites } of edges) {
    for (const { line } of sites) {
      const text = await project.readSource(source.path, line, line);
      if (text.kind === 'text') lines.set(`${source.path}:${line}`, text.lines[0] ?? '');
    }
  }
  return lines;
}
