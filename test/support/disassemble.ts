/** An instruction stream as text, one instruction a line: `12  CALL bake@3 line 4 [5, 9]`. For tests and for people. */
import { BlockKind, OPERAND_SHAPES, OPERATIONS, PROLOGUE, ScopeKind } from '../../src/code/code.js';
import type { Code } from '../../src/code/facts.js';

/** The prologue is left out: refs into it are written as what stands there. */
export function disassemble(code: Code): string {
  const { instructions } = code;
  const lines: string[] = [];
  let depth = 0;
  let position = PROLOGUE.length;
  while (position < instructions.length) {
    const start = position;
    const op = instructions[position++] ?? 0;
    const name = OPERATIONS[op] ?? '?';
    const operands: string[] = [];
    for (const shape of OPERAND_SHAPES[op] ?? '') {
      const value = instructions[position++] ?? 0;
      if (shape !== 'R') {
        operands.push(operand(code, shape, value));
        continue;
      }
      const refs = Array.from({ length: value }, () => operand(code, 'r', instructions[position++] ?? 0));
      operands.push(`[${refs.join(', ')}]`);
    }
    if (name === 'SCOPE') operands[0] = nameOf(ScopeKind, operands[0]);
    if (name === 'BLOCK') operands[0] = nameOf(BlockKind, operands[0]);
    if (name.startsWith('END_')) depth--;
    lines.push(`${String(start).padStart(4)}  ${'  '.repeat(depth)}${[name, ...operands].join(' ')}`);
    if (name === 'SCOPE' || name === 'BLOCK') depth++;
  }
  return lines.join('\n');
}

function operand(code: Code, shape: string, value: number): string {
  if (shape === 's') return JSON.stringify(code.strings[value] ?? '?');
  if (shape === 'l') return `line ${value}`;
  if (shape !== 'r') return String(value);
  if (value >= PROLOGUE.length) return `@${value}`;
  const name = OPERATIONS[code.instructions[value] ?? 0] ?? '?';
  return value === 0 ? '-' : `${name.toLowerCase()}:${code.instructions[value + 1]}`;
}

function nameOf(kinds: Readonly<Record<string, number>>, value: string | undefined): string {
  return Object.entries(kinds).find(([, kind]) => String(kind) === value)?.[0] ?? '?';
}
