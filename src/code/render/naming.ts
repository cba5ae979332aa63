/** What an answer says about the name it was asked by: where it led, and which of several definitions it means. */
import type { GraphView, NodeRef } from '../graph.js';
import type { NodeBrief } from '../query/brief.js';
import { classOf } from '../query/hierarchy.js';
import type { Resolved } from '../query/resolve-node.js';
import type { Definitions } from '../query/same-name.js';
import type { Document } from '../render.js';
import { codeSpan, countOf, prose } from './text.js';

/** A sentence for a name that led to where something is inherited or taken in from; none for others. */
export function namingLines(view: GraphView, text: string, resolved: Resolved): string[] {
  if (resolved.kind !== 'one' || resolved.through === undefined) return [];
  const { node, through } = resolved;
  const asked = codeSpan(text.trim());
  if (through.kind === 'elsewhere') return [`${asked} is defined in ${codeSpan(view.path(node))}.`];
  const owner = ownerOf(view, node);
  return [
    `${asked} is inherited from ${codeSpan(owner)}: ${codeSpan(view.id(through.by))} does not define it.`,
  ];
}

function ownerOf(view: GraphView, node: NodeRef): string {
  const owner = classOf(view, node);
  return owner === undefined ? view.path(node) : view.id(owner);
}

/** The same answer with sentences above its others. */
export function withLines(document: Document, lines: readonly string[]): Document {
  return lines.length === 0 ? document : { ...document, intro: [...lines, ...document.intro] };
}

/** A sentence for a definition that shares its name with others of its file; none for one of its own. */
export function definitionLines({ id }: NodeBrief, definitions: Definitions | undefined): string[] {
  if (definitions === undefined) return [];
  const { meant, others } = definitions;
  const count = countOf(others.length + 1, 'definition');
  const role = roleOf(others);
  if (meant.id === id) return [`${count} of this name, of which this is ${role}: ${othersText(others)}.`];
  const kind = others.find((each) => each.id === id)?.kind ?? '';
  return [
    `One of ${count} of this name (${prose(kind, 40)}); it means ${role}, ${codeSpan(meant.id)} at ${linesOf(meant)}.`,
  ];
}

/** What the definition that is meant is beside the others. */
function roleOf(others: Definitions['others']): string {
  const has = (kinds: readonly string[]) => others.some(({ kind }) => kinds.includes(kind));
  if (has(['setter', 'deleter'])) return 'the getter';
  return has(['overload']) ? 'the implementation' : 'the last';
}

// A function with more overloads than this is read for the first of them.
const SHOWN_MAX = 12;

/** `overloads at lines 3–6, 8–11; setter `func:…#2` at lines 20–22`. */
function othersText(others: Definitions['others']): string {
  const overloads = others.filter(({ kind }) => kind === 'overload');
  const rest = others.filter(({ kind }) => kind !== 'overload').slice(0, SHOWN_MAX);
  const shown = overloads.slice(0, SHOWN_MAX).map((each) => rangeOf(each));
  const more = overloads.length > SHOWN_MAX ? ` and ${overloads.length - SHOWN_MAX} more` : '';
  const parts = rest.map((each) => `${prose(each.kind, 40)} ${codeSpan(each.id)} at ${linesOf(each)}`);
  const isOne = overloads.length === 1 && overloads.every(({ line, endLine = line }) => endLine === line);
  if (shown.length > 0) {
    const [word, places] = [overloads.length === 1 ? 'overload' : 'overloads', isOne ? 'line' : 'lines'];
    parts.unshift(`${word} at ${places} ${shown.join(', ')}${more}`);
  }
  return parts.join('; ');
}

function linesOf(node: NodeBrief): string {
  return `${node.endLine === undefined || node.endLine === node.line ? 'line' : 'lines'} ${rangeOf(node)}`;
}

function rangeOf({ line, endLine = line }: NodeBrief): string {
  return endLine > line ? `${line}–${endLine}` : String(line);
}
