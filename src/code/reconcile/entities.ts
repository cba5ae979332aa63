/**
 * What is reconciled: things that have a name, and what is found of them. Types, and the few rules about who may be paired
 * with whom.
 */
import { compareText } from '../../kernel/text.js';
import type { NodeType } from '../model.js';

/** A node that stands for something in a document: these are compared with each other and with code. */
export type IdeaType = Extract<NodeType, 'concept' | 'decision' | 'config'>;
/** Code that may be what an idea names. */
export type SymbolType = Extract<NodeType, 'class' | 'module' | 'function'>;

export interface Entity {
  readonly id: string;
  readonly type: IdeaType | SymbolType;
  /** As a person reads it; of a decision its whole statement. */
  readonly name: string;
}

/** An idea, with what a model needs to tell it from others. */
export interface Idea extends Entity {
  readonly type: IdeaType;
  /** A definition, a rationale; '' when nothing is said. */
  readonly text: string;
}

/** Two nodes, the one with the smaller id first: ratios depend on the order. */
export interface Pair<A extends Entity = Entity, B extends Entity = Entity> {
  readonly a: A;
  readonly b: B;
}

/** What reconciliation found of a pair. */
export interface Link extends Pair {
  readonly type: 'same_as' | 'related_to';
  /** 0–1. */
  readonly confidence: number;
  readonly source: 'exact' | 'fuzzy' | 'semantic';
}

/** Orders two entities. */
export function pairOf<T extends Entity>(one: T, other: T): Pair<T, T> {
  return compareText(one.id, other.id) < 0 ? { a: one, b: other } : { a: other, b: one };
}

/** A text that no other pair has. */
export function pairKey({ a, b }: Pair): string {
  return `${a.id}\n${b.id}`;
}

/** Pairs in the order of their ids. */
export function comparePairs(one: Pair, other: Pair): number {
  return compareText(one.a.id, other.a.id) || compareText(one.b.id, other.b.id);
}

export function isIdea({ type }: Entity): boolean {
  return type === 'concept' || type === 'decision' || type === 'config';
}
