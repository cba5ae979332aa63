/**
 * What may use a function or class without an edge of the graph: said with every "no callers", so that nobody takes it for
 * "not used". Reasons only, read off the node itself; whoever words the answer words them.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import { TEST_FILE } from '../test-paths.js';
import { propertyText, textList } from './brief.js';
import { type ComputedCall, computedCallsTo } from './computed-names.js';
import { classOf, overriddenMethod } from './hierarchy.js';
import { callsTo, edgesFrom } from './relations.js';

export type HiddenUse =
  /** Passed on, stored, named in a string: no call. True of everything. */
  | { readonly kind: 'value' }
  /** `__add__`, `__getitem__`: operators and builtins run it. */
  | { readonly kind: 'operator' }
  | { readonly kind: 'property' }
  /** A decorator may hand it to a framework, or put another function in its place. */
  | { readonly kind: 'decorator'; readonly decorators: readonly string[] }
  /** pytest passes what it gives to parameters of its name. */
  | { readonly kind: 'fixture' }
  /** A test runner finds it by its name. */
  | { readonly kind: 'test' }
  /** Its class has bases outside of the project, whose code may call it. */
  | { readonly kind: 'framework'; readonly bases: readonly string[] }
  /** Its class, a base or a derived class calls methods by names made at run time. */
  | { readonly kind: 'computed'; readonly calls: readonly ComputedCall[] }
  /** It overrides this method, whose callers may mean it. */
  | { readonly kind: 'base'; readonly id: string };

/** Why callers of a function or class may not be seen; empty for other nodes. */
function hiddenUses(view: GraphView, node: NodeRef): readonly HiddenUse[] {
  const type = view.type(node);
  if (type !== 'function' && type !== 'class') return [];
  const name = view.name(node);
  const { decorators: written, kind } = view.properties(node);
  const decorators = textList(written).filter((text) => !PLAIN_DECORATORS.test(text));
  const uses: HiddenUse[] = [];
  if (decorators.some((text) => /\bfixture\b/.test(text))) uses.push({ kind: 'fixture' });
  else if (decorators.length > 0) uses.push({ kind: 'decorator', decorators });
  if (/^test/i.test(name) && TEST_FILE.test(view.path(node))) uses.push({ kind: 'test' });
  if (isSpecial(name)) uses.push({ kind: 'operator' });
  if (propertyText(kind) === 'property') uses.push({ kind: 'property' });
  if (type === 'function') uses.push(...usesThroughBases(view, node));
  return [...uses, ...computedUses(view, node), VALUE];
}

/**
 * What must be said with a list of callers, so that it is not taken for all of them: everything when it is empty, else uses as a
 * value and that calls of the method which this one overrides may come here as well. Not the latter where those are in the list,
 * or stand in methods of the same name, as `super().launch()` does; and not of constructors, which are called by the class that
 * is written.
 */
export function usesNotSeen(
  view: GraphView,
  node: NodeRef,
  callers: readonly EdgeRef[],
): readonly HiddenUse[] {
  if (callers.length === 0) return hiddenUses(view, node);
  const name = view.name(node);
  const overridden = isConstructor(name) ? undefined : overriddenMethod(view, node);
  const others = [...computedUses(view, node), VALUE];
  if (overridden === undefined) return others;
  const known = new Set(callers.map((edge) => view.source(edge)));
  const callersOfBase = callsTo(view, overridden).map((edge) => view.source(edge));
  const isSeen = callersOfBase.every((caller) => known.has(caller) || view.name(caller) === name);
  return isSeen ? others : [{ kind: 'base', id: view.id(overridden) }, ...others];
}

function computedUses(view: GraphView, node: NodeRef): HiddenUse[] {
  const calls = computedCallsTo(view, node);
  return calls.length === 0 ? [] : [{ kind: 'computed', calls }];
}

const VALUE: HiddenUse = { kind: 'value' };

// They change how it is called, not by whom.
const PLAIN_DECORATORS =
  /^(?:\w+\.)*(?:staticmethod|classmethod|property|cached_property|abstractmethod|overload|override|final|dataclass|total_ordering|wraps|lru_cache|cache|unique|runtime_checkable|setter|getter|deleter)\b/;

function isSpecial(name: string): boolean {
  return /^__\w+__$/.test(name) && !isConstructor(name);
}

function isConstructor(name: string): boolean {
  return name === '__init__' || name === '__new__';
}

function usesThroughBases(view: GraphView, method: NodeRef): HiddenUse[] {
  const owner = classOf(view, method);
  if (owner === undefined) return [];
  const uses: HiddenUse[] = [];
  const overridden = overriddenMethod(view, method);
  if (overridden !== undefined) uses.push({ kind: 'base', id: view.id(overridden) });
  const bases = outsideBases(view, owner);
  // Special methods of such a class are run as all special methods are.
  if (bases.length > 0 && !isSpecial(view.name(method))) uses.push({ kind: 'framework', bases });
  return uses;
}

/** Bases as written that no edge stands for, without those that call nothing. */
function outsideBases(view: GraphView, owner: NodeRef): string[] {
  const inside = new Set(edgesFrom(view, owner, 'inherits').map((edge) => view.name(view.target(edge))));
  return textList(view.properties(owner).bases).filter((text) => {
    const [dotted = ''] = text.split(/[[(=]/, 1);
    const name = dotted.trim().slice(dotted.trim().lastIndexOf('.') + 1);
    return name !== '' && !text.includes('=') && !inside.has(name) && !SILENT_BASES.test(name);
  });
}

// Markers and exceptions: no code of theirs calls back.
const SILENT_BASES =
  /^(?:object|ABC|Protocol|Generic|NamedTuple|TypedDict|Enum|IntEnum|StrEnum|Flag|IntFlag|\w*(?:Exception|Error|Warning))$/;
