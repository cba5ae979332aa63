/**
 * Facts as one line of JSON text, as the workers hand them over and the snapshot keeps them; about four fifths of the
 * source in size. The instruction stream becomes a string of variable-length integers: references as distances, lines as
 * differences, so that nearly every operand is one character.
 *
 * Only text that `encodeFacts` of the same extractor version wrote may be decoded: the snapshot's header says which.
 */
import { OPERAND_SHAPES, PROLOGUE } from './code.js';
import {
  type Code,
  type Definition,
  type Facts,
  type NotebookCell,
  type Problem,
  QualifiedNames,
} from './facts.js';
import { decodeVarints, encodeVarints, signedTwin, unsignedTwin } from './varint.js';

/** What a definition is, as bits. */
const IS_CLASS = 1;
const IS_METHOD = 2;
const IS_ASYNC = 4;

/** Trailing empty texts are left out. */
type DefinitionRow = readonly [
  bits: number,
  name: string,
  parent: number,
  line: number,
  endLine: number,
  fingerprint: string,
  docstring?: string,
  returns?: string,
  params?: readonly string[],
  decorators?: readonly string[],
  bases?: readonly string[],
];

type FactsRow = readonly [
  lines: number,
  encoding: string,
  docstring: string,
  fingerprint: string,
  definitions: readonly DefinitionRow[],
  problems: readonly Problem[],
  strings: string,
  instructions: string,
  /** Three numbers each. */
  cells?: readonly number[],
];

/** Strings of the table hold no line breaks. */
const SEPARATOR = '\n';

export function encodeFacts(facts: Facts): string {
  const row: FactsRow = [
    facts.lines,
    facts.encoding ?? '',
    facts.docstring,
    facts.fingerprint,
    facts.definitions.map(definitionRow),
    facts.problems,
    facts.code.strings.join(SEPARATOR),
    encodeVarints(pack(facts.code.instructions)),
  ];
  return JSON.stringify(facts.cells === undefined ? row : [...row, encodeCells(facts.cells)]);
}

function encodeCells(cells: readonly NotebookCell[]): number[] {
  return cells.flatMap(({ number, line, endLine }) => [number, line, endLine]);
}

export function decodeFacts(path: string, text: string): Facts {
  const row = JSON.parse(text) as FactsRow;
  const [lines, encoding, docstring, fingerprint, definitions, problems, strings, instructions, cells] = row;
  return {
    path,
    language: 'python',
    lines,
    ...(encoding === '' ? {} : { encoding }),
    docstring,
    fingerprint,
    ...(cells === undefined ? {} : { cells: decodeCells(cells) }),
    definitions: decodeDefinitions(definitions),
    problems,
    code: decodeCode(strings, instructions),
  };
}

function decodeCells(numbers: readonly number[]): NotebookCell[] {
  const cells: NotebookCell[] = [];
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    cells.push({ number: numbers[at] ?? 0, line: numbers[at + 1] ?? 0, endLine: numbers[at + 2] ?? 0 });
  }
  return cells;
}

function decodeCode(strings: string, instructions: string): Code {
  return { strings: strings.split(SEPARATOR), instructions: unpack(decodeVarints(instructions)) };
}

function definitionRow(definition: Definition): DefinitionRow {
  const { kind, name, parent, line, endLine, fingerprint } = definition;
  const { docstring, returns, params, decorators, bases } = definition;
  const bits =
    (kind === 'class' ? IS_CLASS : 0) |
    (definition.isMethod ? IS_METHOD : 0) |
    (definition.isAsync ? IS_ASYNC : 0);
  const texts: (string | readonly string[])[] = [docstring, returns, params, decorators, bases];
  while (texts.length > 0 && texts.at(-1)?.length === 0) texts.pop();
  return [bits, name, parent, line, endLine, fingerprint, ...texts] as unknown as DefinitionRow;
}

function decodeDefinitions(rows: readonly DefinitionRow[]): Definition[] {
  const names = new QualifiedNames();
  const definitions: Definition[] = [];
  for (const row of rows) {
    const [
      bits,
      name,
      parent,
      line,
      endLine,
      fingerprint,
      docstring = '',
      returns = '',
      params = [],
      decorators = [],
      bases = [],
    ] = row;
    definitions.push({
      kind: bits & IS_CLASS ? 'class' : 'function',
      name,
      qualname: names.qualify(definitions[parent]?.qualname, name),
      parent,
      isMethod: (bits & IS_METHOD) !== 0,
      line,
      endLine,
      isAsync: (bits & IS_ASYNC) !== 0,
      params,
      returns,
      decorators,
      bases,
      docstring,
      fingerprint,
    });
  }
  return definitions;
}

const REF = 'r'.charCodeAt(0);
const LINE = 'l'.charCodeAt(0);
const NUMBER = 'n'.charCodeAt(0);
const REFS = 'R'.charCodeAt(0);
/** Operations, counts, and indexes of strings. */
const UNSIGNED = 's'.charCodeAt(0);

/**
 * The stream behind its prologue, made small: operations, strings and counts unsigned; a ref into the prologue negative,
 * any other as the distance back; a line as the difference from the line before.
 */
function pack(instructions: Int32Array): Int32Array {
  const packed = new Int32Array(instructions.length - PROLOGUE.length);
  transcode(instructions.length, (position, shape, start, line) => {
    const value = instructions[position] ?? 0;
    packed[position - PROLOGUE.length] = packedOperand(value, shape, start, line);
    return value;
  });
  return packed;
}

/** Inverse of `pack`. */
function unpack(packed: Int32Array): Int32Array {
  const instructions = new Int32Array(packed.length + PROLOGUE.length);
  instructions.set(PROLOGUE);
  transcode(instructions.length, (position, shape, start, line) => {
    const value = plainOperand(packed[position - PROLOGUE.length] ?? 0, shape, start, line);
    instructions[position] = value;
    return value;
  });
  return instructions;
}

/** Handles what stands at `position`, of the given shape, in the instruction at `start`; returns its plain value. */
type Step = (position: number, shape: number, start: number, line: number) => number;

/** Visits every operation and operand behind the prologue, in order. `line` is the plain value of the line before. */
function transcode(end: number, step: Step): void {
  let line = 0;
  let position = PROLOGUE.length;
  while (position < end) {
    const start = position;
    const shapes = OPERAND_SHAPES[step(position++, UNSIGNED, start, line)] ?? '';
    for (let i = 0; i < shapes.length; i++) {
      const shape = shapes.charCodeAt(i);
      if (shape === REFS) {
        let count = step(position++, UNSIGNED, start, line);
        for (; count > 0; count--) step(position++, REF, start, line);
      } else if (shape === LINE) {
        line = step(position++, LINE, start, line);
      } else {
        step(position++, shape, start, line);
      }
    }
  }
}

function packedOperand(value: number, shape: number, start: number, line: number): number {
  if (shape === REF) return value < PROLOGUE.length ? -value : start - value;
  if (shape === LINE) return value - line;
  if (shape === NUMBER) return value;
  return signedTwin(value);
}

function plainOperand(packed: number, shape: number, start: number, line: number): number {
  if (shape === REF) return packed <= 0 ? -packed : start - packed;
  if (shape === LINE) return packed + line;
  if (shape === NUMBER) return packed;
  return unsignedTwin(packed);
}
