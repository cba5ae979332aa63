/**
 * How a node and an edge look in every answer. A node is a list item that starts with its id, since that is what the
 * reader passes on to the next question; an edge is `source --[type]--> target` with where it stands and how sure it is.
 */
import type { EdgeBrief, NodeBrief, Relation } from '../query/brief.js';
import { codeSpan, grouped, prose } from './text.js';

// Lines named for one edge; a call that stands on forty lines is not worth forty numbers.
const LINES_MAX = 6;

/** `src/oven.py:12–30`, '' for what stands in no file. */
export function placeOf({ path, line, endLine, type }: NodeBrief): string {
  if (path === '' || type === 'module') return '';
  if (line <= 0 || type === 'file') return type === 'file' ? '' : printablePath(path);
  const last = endLine !== undefined && endLine > line ? `–${endLine}` : '';
  return `${printablePath(path)}:${line}${last}`;
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

/** A node reached over an edge, with where and how surely: callers, imports… */
export function relationForms({ node, edge }: Relation, extra = ''): readonly string[] {
  const how = [extra, evidenceOf(edge)].filter(Boolean).join('; ');
  return nodeForms(node, how === '' ? '' : `(${how})`);
}

/** `func:a --[calls]--> func:b (lines 3, 9; inferred)`, as inline code followed by its evidence. */
export function edgeLine(edge: EdgeBrief): string {
  const evidence = evidenceOf(edge);
  const arrow = codeSpan(`${edge.source} --[${edge.type}]--> ${edge.target}`);
  return evidence === '' ? arrow : `${arrow} (${evidence})`;
}

/** Where an edge stands and how it was resolved: `line 3; inferred: self.store: Store; names Oven, Tray`. */
export function evidenceOf(edge: EdgeBrief): string {
  const parts = [linesText(edge.lines)];
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

function linesText(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, LINES_MAX).join(', ');
  const more = lines.length > LINES_MAX ? ` and ${grouped(lines.length - LINES_MAX)} more` : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${more}`;
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
