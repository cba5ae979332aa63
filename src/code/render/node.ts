/**
 * How a node and an edge look in every answer. A node is a list item that starts with its id, since that is what the
 * reader passes on to the next question; an edge is `source --[type]--> target` with where it stands and how sure it is.
 */
import type { EdgeBrief, NodeBrief, Relation } from '../query/brief.js';
import type { Item } from '../render.js';
import { codeSpan, grouped, prose } from './text.js';

/** Lines named for one edge where there is space: all that anybody would look up. */
export const LINES_ALL = 100;
/** The same where space is short. */
export const LINES_FEW = 6;

/** `src/oven.py:12–30`, `sales.ipynb:41 (cell 3, line 5)`, '' for what stands in no file. */
export function placeOf({ path, line, endLine, type, cell }: NodeBrief): string {
  if (path === '' || type === 'module') return '';
  if (line <= 0 || type === 'file') return type === 'file' ? '' : printablePath(path);
  const last = endLine !== undefined && endLine > line ? `–${endLine}` : '';
  const inCell = cell === undefined ? '' : ` (cell ${cell.number}, line ${cell.line})`;
  return `${printablePath(path)}:${line}${last}${inCell}`;
}

/** One line: id, place, and what else is given. */
export function nodeLine(node: NodeBrief, extra = ''): string {
  return ['-', codeSpan(node.id), placeOf(node), extra].filter(Boolean).join(' ');
}

/** A node in three forms: with signature and summary; with its place; its id. */
export function nodeForms(node: NodeBrief, extra = ''): readonly string[] {
  const about = aboutNode(node);
  const line = nodeLine(node, extra);
  return [about === '' ? line : `${line}\n  ${about}`, line, `- ${codeSpan(node.id)}`];
}

/** Signature and summary on one line; '' when there is neither. */
export function aboutNode(node: NodeBrief): string {
  const parts: string[] = [];
  if (node.signature !== undefined) parts.push(codeSpan(clipSignature(node.signature)));
  if (node.summary !== undefined && node.summary !== node.name) parts.push(prose(node.summary));
  return parts.join(' — ');
}

/** A thing as items show it: forms from rich to poor, and one of need. */
export type Forms = Pick<Item, 'forms' | 'bare'>;

/** A node reached over an edge, with where and how surely: callees, imports… */
export function relationForms({ node, edge }: Relation): Forms {
  const how = (linesMax: number) => inBrackets(evidenceOf(edge, linesMax));
  const [rich = ''] = nodeForms(node, how(LINES_ALL));
  return {
    forms: [rich, nodeLine(node, how(LINES_ALL)), nodeLine(node, how(LINES_FEW))],
    bare: `- ${codeSpan(node.id)}`,
  };
}

/** A caller, with the places of its calls instead of its own: `func:open_shop` at shop.py:6, 8 (inferred). */
export function callerForms(relation: Relation, called: NodeBrief): Forms {
  const { node, edge } = relation;
  const isDecorated = edge.type === 'references';
  const { foundBy: _, ...rest } = edge;
  const evidence = evidenceOf({ ...rest, lines: [] });
  const to = edge.target === called.id ? '' : `to ${codeSpan(lastName(edge.target))}`;
  const how = [isDecorated ? 'through its decorator' : '', to, evidence].filter(Boolean).join('; ');
  const line = (linesMax: number) => {
    const lines = listed(edge.lines, linesMax);
    const place =
      node.path === '' || lines === '' ? placeOf(node) : `at ${printablePath(node.path)}:${lines}`;
    return ['-', codeSpan(node.id), place, inBrackets(how)].filter(Boolean).join(' ');
  };
  const about = aboutNode(node);
  const rich = about === '' ? line(LINES_ALL) : `${line(LINES_ALL)}\n  ${about}`;
  return { forms: [rich, line(LINES_ALL), line(LINES_FEW)], bare: `- ${codeSpan(node.id)}` };
}

function lastName(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}

function inBrackets(text: string): string {
  return text === '' ? '' : `(${text})`;
}

/** `func:a --[calls]--> func:b (lines 3, 9; inferred)`, as inline code followed by its evidence. */
export function edgeLine(edge: EdgeBrief, linesMax = LINES_FEW): string {
  const evidence = evidenceOf(edge, linesMax);
  const arrow = codeSpan(`${edge.source} --[${edge.type}]--> ${edge.target}`);
  return evidence === '' ? arrow : `${arrow} (${evidence})`;
}

/** Where an edge stands and how it was resolved: `line 3; inferred: self.store: Store; names Oven, Tray`. */
export function evidenceOf(edge: EdgeBrief, linesMax = LINES_FEW): string {
  const lines = listed(edge.lines, linesMax);
  const parts = [lines === '' ? '' : `${edge.lines.length === 1 ? 'line' : 'lines'} ${lines}`];
  if (edge.kind !== undefined) parts.push(prose(edge.kind, 40));
  if (edge.resolution !== undefined) parts.push(resolutionText(edge));
  else if (edge.confidence !== undefined) parts.push(`confidence ${edge.confidence.toFixed(2)}`);
  if (edge.foundBy !== undefined) parts.push(`by ${prose(edge.foundBy, 40)}`);
  if (edge.names !== undefined && edge.names.length > 0) parts.push(`names ${namesText(edge.names)}`);
  if (edge.type_only === true) parts.push('for type checking only');
  return parts.filter(Boolean).join('; ');
}

function resolutionText({ resolution, confidence, why }: EdgeBrief): string {
  if (resolution === 'exact') return '';
  const share = resolution === 'candidate' && confidence !== undefined ? ` ${confidence.toFixed(2)}` : '';
  return `${resolution}${share}${why === undefined ? '' : `: ${prose(why, 80)}`}`;
}

/** `3, 9 and 12 more`. */
function listed(lines: readonly number[], max: number): string {
  const more = lines.length > max ? ` and ${grouped(lines.length - max)} more` : '';
  return `${lines.slice(0, max).join(', ')}${more}`;
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => prose(name, 60));
  return names.length > 8 ? `${shown.join(', ')} and ${names.length - 8} more` : shown.join(', ');
}

function clipSignature(signature: string): string {
  return signature.length > 240 ? `${signature.slice(0, 239)}…` : signature;
}

function printablePath(path: string): string {
  return prose(path, 400);
}
