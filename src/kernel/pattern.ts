/**
 * Regular expressions that people put into settings, matched in time linear in the text, whatever they look like.
 *
 * JavaScript's own engine backtracks: `(a+)+$` or `.*.*.*.*x` can hang a process for ever, and the pattern may come with
 * a cloned repository. Here a pattern becomes a small program, and the matcher keeps the set of (instruction, position)
 * pairs it has been to, so that none is tried twice: Thompson's simulation, as RE2's bit-state matcher does it
 * (https://swtch.com/~rsc/regexp/regexp2.html). The pattern means what `new RegExp(pattern).test(text)` means; what no
 * such program can express (look-around, back-references) is refused. It finds out whether, not where.
 */

/** A pattern that is ready to be used, or the reason why it cannot be. */
export type PatternResult =
  | { readonly ok: true; readonly test: (text: string) => boolean }
  | { readonly ok: false; readonly problem: string };

type Instruction =
  | { readonly op: 'unit'; readonly matches: (unit: string) => boolean }
  | { readonly op: 'assert'; readonly holds: (text: string, at: number) => boolean }
  | { readonly op: 'fork'; first: number; second: number }
  | { readonly op: 'match' };

// Patterns for file names are a line at most; the program's size bounds memory and time per file name.
const PATTERN_CHARS_MAX = 300;
const PROGRAM_MAX = 2000;

/** Compiles a pattern, without flags. Never throws. */
export function compilePattern(source: string): PatternResult {
  if (source.length > PATTERN_CHARS_MAX) {
    return { ok: false, problem: `it is longer than ${PATTERN_CHARS_MAX} characters` };
  }
  try {
    new RegExp(source);
    const program = compile(parse(source));
    return { ok: true, test: (text) => isMatch(program, text) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.message };
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problem: error.message.replace(/^Invalid regular expression: /, '') };
  }
}

/** A pattern that is valid and that this matcher does not take. */
class Refusal extends Error {}

type Node =
  | { readonly kind: 'unit'; readonly matches: (unit: string) => boolean }
  | { readonly kind: 'assert'; readonly holds: (text: string, at: number) => boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly body: Node; readonly min: number; readonly max: number };

/** Reads a pattern that JavaScript has found valid. Recursion is bounded by the pattern's length. */
function parse(source: string): Node {
  let at = 0;

  function choice(): Node {
    const options = [sequence()];
    while (source[at] === '|') {
      at += 1;
      options.push(sequence());
    }
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repetition());
    return { kind: 'sequence', parts };
  }

  function repetition(): Node {
    const body = atom();
    const quantifier = take(/(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y);
    if (quantifier === undefined) return body;
    const [text, from, comma, to] = quantifier;
    if (from !== undefined) {
      const min = Number(from);
      const max = comma === undefined ? min : to === undefined || to === '' ? Infinity : Number(to);
      return { kind: 'repeat', body, min, max };
    }
    return { kind: 'repeat', body, min: text[0] === '+' ? 1 : 0, max: text[0] === '?' ? 1 : Infinity };
  }

  function atom(): Node {
    if (source[at] === '(') return group();
    if (take(/\^/y)) return { kind: 'assert', holds: (_, where) => where === 0 };
    if (take(/\$/y)) return { kind: 'assert', holds: (text, where) => where === text.length };
    if (take(/\\b/y)) return { kind: 'assert', holds: isWordEdge };
    if (take(/\\B/y)) return { kind: 'assert', holds: (text, where) => !isWordEdge(text, where) };
    if (take(/\\(?:[1-9]|k<|0\d)/y))
      throw new Refusal('it refers back to a group, which cannot be matched safely');
    const unit = take(/\[(?:\\.|[^\]\\])*\]|\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|c[a-z]|[\s\S])|[\s\S]/iy);
    if (unit === undefined) throw new Error(`no atom at ${at} of ${source}`);
    return { kind: 'unit', matches: matcherOf(unit[0]) };
  }

  function group(): Node {
    if (take(/\(\?<?[=!]/y)) throw new Refusal('it looks ahead or behind, which cannot be matched safely');
    take(/\((?:\?:|\?<[^>]*>)?/y);
    const body = choice();
    at += 1;
    return body;
  }

  function take(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = at;
    const found = sticky.exec(source);
    if (found === null) return undefined;
    at += found[0].length;
    return found;
  }

  return choice();
}

/** A letter stands for itself; for a class or an escape JavaScript says which units it takes. */
function matcherOf(unit: string): (unit: string) => boolean {
  if (unit.length === 1 && unit !== '.') return (text) => text === unit;
  const native = new RegExp(`^${unit}$`);
  return (text) => native.test(text);
}

function isWordEdge(text: string, at: number): boolean {
  return isWordUnit(text[at - 1]) !== isWordUnit(text[at]);
}

function isWordUnit(unit: string | undefined): boolean {
  return unit !== undefined && /^\w$/.test(unit);
}

/** Instructions follow each other; a fork goes on at either of two places. */
function compile(root: Node): readonly Instruction[] {
  const program: Instruction[] = [];
  emit(root);
  program.push({ op: 'match' });
  return program;

  function add<T extends Instruction>(instruction: T): T {
    if (program.length >= PROGRAM_MAX) throw new Refusal('it repeats too much');
    program.push(instruction);
    return instruction;
  }

  function addFork(): { op: 'fork'; first: number; second: number } {
    const next = program.length + 1;
    return add({ op: 'fork', first: next, second: next });
  }

  function emit(node: Node): void {
    switch (node.kind) {
      case 'unit':
        add({ op: 'unit', matches: node.matches });
        return;
      case 'assert':
        add({ op: 'assert', holds: node.holds });
        return;
      case 'sequence':
        for (const part of node.parts) emit(part);
        return;
      case 'choice':
        emitChoice(node.options);
        return;
      case 'repeat':
        emitRepeat(node.body, node.min, node.max);
        return;
    }
  }

  function emitChoice(options: readonly Node[]): void {
    const exits = options.map((option, index) => {
      const fork = index < options.length - 1 ? addFork() : undefined;
      emit(option);
      const exit = addFork();
      if (fork !== undefined) fork.second = program.length;
      return exit;
    });
    for (const exit of exits) {
      exit.first = program.length;
      exit.second = program.length;
    }
  }

  function emitRepeat(body: Node, min: number, max: number): void {
    for (let count = 0; count < min; count += 1) emitCounted(body);
    if (max === Infinity) {
      const start = program.length;
      const fork = addFork();
      emit(body);
      const back = addFork();
      back.first = start;
      back.second = start;
      fork.second = program.length;
      return;
    }
    const exits: { second: number }[] = [];
    for (let count = min; count < max; count += 1) {
      exits.push(addFork());
      emitCounted(body);
    }
    for (const exit of exits) exit.second = program.length;
  }

  /** An empty body would be repeated without growing the program, so each round counts as an instruction. */
  function emitCounted(body: Node): void {
    addFork();
    emit(body);
  }
}

/** Visits each (instruction, position) at most once, from every position the match may begin at. */
function isMatch(program: readonly Instruction[], text: string): boolean {
  const width = text.length + 1;
  const seen = new Uint8Array(program.length * width);
  const stack: number[] = [];
  const visit = (instruction: number, at: number) => {
    const state = instruction * width + at;
    if (seen[state] === 1) return;
    seen[state] = 1;
    stack.push(state);
  };
  for (let start = 0; start < width; start += 1) {
    visit(0, start);
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      const index = Math.floor(state / width);
      const at = state % width;
      const instruction = program[index];
      if (instruction === undefined) throw new Error(`no instruction ${index}`);
      if (instruction.op === 'match') return true;
      if (instruction.op === 'fork') {
        visit(instruction.first, at);
        visit(instruction.second, at);
      } else if (instruction.op === 'assert') {
        if (instruction.holds(text, at)) visit(index + 1, at);
      } else if (at < text.length && instruction.matches(text.charAt(at))) {
        visit(index + 1, at + 1);
      }
    }
  }
  return false;
}
