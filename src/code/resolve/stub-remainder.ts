/**
 * What is left of a stub beside its source: the definitions that the source lacks. Those that it has are imported from there, so
 * that others can name them in the stub.
 */
import { Op, PROLOGUE } from '../code.js';
import type { Code, Definition, Facts } from '../facts.js';
import { LOOKUP_OF_PATH } from './imports.js';
import { instructionsOf, NO_LINE, Rewriting } from './rewrite.js';
import { nextInstruction } from './stream.js';
import { isTop } from './stub-description.js';

/** What is left of a stub beside its source. `counts`: whether this is the stub that the source is read with. */
export function remainingFacts(stub: Facts, source: Facts, counts: boolean): Facts {
  const taken = new Set(source.definitions.filter(isTop).map(({ name }) => name));
  const kept = stub.definitions.map((_, index) => {
    const top = topOf(stub.definitions, index);
    return counts && top !== undefined && !taken.has(top.name);
  });
  return { ...stub, ...keepDefinitions(stub, source.path, kept) };
}

function topOf(definitions: readonly Definition[], index: number): Definition | undefined {
  let at = index;
  for (let parent = definitions[at]?.parent ?? -1; parent >= 0; parent = definitions[at]?.parent ?? -1) {
    at = parent;
  }
  return definitions[at];
}

/** A stub without the definitions that its source has; these are imported from there, so that others can name them. */
function keepDefinitions(
  stub: Facts,
  source: string,
  kept: readonly boolean[],
): Pick<Facts, 'definitions' | 'code'> {
  const numbers = renumbered(kept);
  const { instructions: code } = stub.code;
  const out = new Rewriting(stub.code.strings);
  const path = out.string(LOOKUP_OF_PATH + source);
  const gone = new Set(
    stub.definitions.filter((each, index) => isTop(each) && !kept[index]).map((each) => each.name),
  );
  for (const name of gone) out.emit(Op.FROM_IMPORT, 0, path, out.string(name), out.string(name), NO_LINE, 0);
  const moved = new Int32Array(code.length);
  const dropped = droppedInstructions(stub.code, kept);
  for (const at of instructionsOf(stub.code)) {
    if (dropped.has(at)) continue;
    moved[at] = out.copy(stub.code, at, (ref) => (ref < PROLOGUE.length ? ref : (moved[ref] ?? 0)));
    const place = DEFINITION_OPERAND.get(code[at] ?? 0);
    const number = place === undefined ? -1 : (code[at + place] ?? -1);
    if (place !== undefined && number >= 0) out.patch((moved[at] ?? 0) + place, numbers[number] ?? -1);
  }
  const definitions = stub.definitions
    .filter((_, index) => kept[index])
    .map((each) => ({ ...each, parent: each.parent < 0 ? -1 : (numbers[each.parent] ?? -1) }));
  return { definitions, code: out.code() };
}

function renumbered(kept: readonly boolean[]): readonly number[] {
  let next = 0;
  return kept.map((isKept) => (isKept ? next++ : -1));
}

/** Where an instruction names a definition. */
const DEFINITION_OPERAND: ReadonlyMap<number, number> = new Map([
  [Op.CLASS, 1],
  [Op.FUNCTION, 1],
  [Op.SCOPE, 2],
]);

/** All that belongs to definitions that are not kept: their decorators, their scopes, the binding of their names. */
function droppedInstructions({ instructions: code }: Code, kept: readonly boolean[]): ReadonlySet<number> {
  const dropped = new Set<number>();
  /** How many scopes are open within one that is dropped, and the positions whose value is gone. */
  let depth = 0;
  for (let at = PROLOGUE.length; at < code.length; at = nextInstruction(code, at)) {
    const op = code[at];
    if (depth > 0) {
      dropped.add(at);
      if (op === Op.SCOPE) depth++;
      else if (op === Op.END_SCOPE) depth--;
      continue;
    }
    const isDefinition = op === Op.CLASS || op === Op.FUNCTION;
    if (isDefinition && !kept[code[at + 1] ?? 0]) {
      dropped.add(at);
      for (const ref of decoratorsAt(code, at)) dropped.add(ref);
    } else if (op === Op.SCOPE && (code[at + 2] ?? -1) >= 0 && !kept[code[at + 2] ?? 0]) {
      dropped.add(at);
      depth = 1;
    } else if (op === Op.BIND && dropped.has(code[at + 2] ?? 0)) dropped.add(at);
  }
  return dropped;
}

function decoratorsAt(code: Int32Array, at: number): readonly number[] {
  const bases = code[at] === Op.CLASS ? 1 + (code[at + 2] ?? 0) : 0;
  const from = at + 2 + bases;
  return [...code.subarray(from + 1, from + 1 + (code[from] ?? 0))].filter(
    (ref) => code[ref] === Op.DECORATOR,
  );
}
