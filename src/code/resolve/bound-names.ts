/**
 * The names that a module or the body of a class binds by its own statements, as a stream of instructions says. What functions
 * within bind counts only where they declare it `global`.
 */
import { Op, PROLOGUE, ScopeKind } from '../code.js';
import type { Code } from '../facts.js';
import { instructionsOf } from './rewrite.js';
import { nextInstruction } from './stream.js';

/** The names that a module's own statements bind, in whatever scope they declare them. */
export function ownNames(code: Code): ReadonlySet<string> {
  return namesBound(code, PROLOGUE.length, code.instructions.length);
}

/** The names that the body of a class binds. */
export function boundInScope(code: Code, definition: number): ReadonlySet<string> {
  const { instructions } = code;
  for (const at of instructionsOf(code)) {
    const isIt = instructions[at] === Op.SCOPE && instructions[at + 1] === ScopeKind.CLASS;
    if (isIt && instructions[at + 2] === definition) {
      return namesBound(code, nextInstruction(instructions, at), instructions.length);
    }
  }
  return new Set();
}

/** Names bound from a position up to the end of the scope that is open there. */
function namesBound({ instructions, strings }: Code, from: number, end: number): ReadonlySet<string> {
  const names = new Set<string>();
  let depth = 0;
  for (let at = from; at < end && depth >= 0; at = nextInstruction(instructions, at)) {
    const text = (operand: number): string => strings[instructions[at + operand] ?? 0] ?? '';
    if (instructions[at] === Op.SCOPE) depth++;
    else if (instructions[at] === Op.END_SCOPE) depth--;
    if (depth > 0) {
      if (instructions[at] === Op.GLOBAL) names.add(text(1));
      continue;
    }
    switch (instructions[at]) {
      case Op.BIND:
      case Op.ANNOTATE:
      case Op.AUGMENT:
        names.add(text(1));
        break;
      case Op.IMPORT:
        names.add(boundByImport(text(1), text(2)));
        break;
      case Op.FROM_IMPORT:
        names.add(text(4));
        break;
    }
  }
  return names;
}

/** The name that `import dotted as alias` binds; `alias` is '' where there is none. */
export function boundByImport(dotted: string, alias: string): string {
  return alias === '' ? (dotted.split('.')[0] ?? '') : alias;
}
