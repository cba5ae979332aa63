/**
 * Code that is written as a text: `eval("oven.bake(loaf)")`, `exec("start()")`. Read by a small parser of its own, as the tree of
 * the file is being walked while one is met. It knows names, attributes and calls, texts and whole numbers; of `exec` it knows
 * expressions one behind the other. Anything else makes the whole text unknown, and nothing is emitted.
 */
import { Op } from '../code.js';
import type { Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';
import { STRING_CONSTANT } from './literals.js';
import { stringParts } from './string-literal.js';

/** Longer texts are programs of their own; and calls within calls are read by recursion. */
const LENGTH_MAX = 400;

const TOKEN = /[ \t]*(?:([\p{L}_][\p{L}\p{N}_]*)|(\d{1,6})|(["'])[^"'\\\n]*\3|([.,()=;\n]))/uy;
const WORD = /^[\p{L}_]/u;
const KEYWORDS =
  /^(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/;

/** What a parsed text is: emitted only when all of it was understood. */
type Expression =
  | { readonly kind: 'text' }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'keyword'; readonly name: string; readonly value: Expression }
  | { readonly kind: 'call'; readonly callee: Expression; readonly passed: readonly Expression[] };

/**
 * Emits what `eval(…)` or `exec(…)` runs, whose arguments are under the cursor, where they are nothing but one literal. Returns the
 * value that `eval` gives.
 */
export function evaluatedText(x: Extraction, callee: Ref, line: number): Ref | undefined {
  const isExec = isNamed(x, callee, 'exec');
  if (!isExec && !isNamed(x, callee, 'eval')) return undefined;
  const literal = onlyLiteral(x);
  if (literal === undefined || literal.length > LENGTH_MAX) return undefined;
  const statements = parse(stringParts(literal).content.trim());
  if (statements === undefined || (!isExec && statements.length !== 1)) return undefined;
  const refs = statements.map((statement) => emit(x, statement, line));
  return isExec ? undefined : refs[0];
}

/** The text between the parentheses where that is one plain literal. */
function onlyLiteral(x: Extraction): string | undefined {
  let count = 0;
  let found: string | undefined;
  x.eachPart(() => {
    count++;
    if (x.kind() === Kind.string) found = x.source();
  });
  if (count !== 1 || found === undefined || found.includes('\\')) return undefined;
  const { isBytes, isFormatted } = stringParts(found);
  return isBytes || isFormatted ? undefined : found;
}

function isNamed(x: Extraction, callee: Ref, name: string): boolean {
  return x.out.at(callee) === Op.NAME && x.out.has(name, x.out.at(callee, 1));
}

function parse(text: string): Expression[] | undefined {
  const tokens = tokenize(text);
  if (tokens === undefined) return undefined;
  const reader = new Reader(tokens);
  const statements: Expression[] = [];
  while (!reader.isAtEnd) {
    if (reader.accept(';') || reader.accept('\n')) continue;
    const statement = reader.expression();
    if (statement === undefined || !(reader.isAtEnd || reader.isAt(';') || reader.isAt('\n')))
      return undefined;
    statements.push(statement);
  }
  return statements;
}

function tokenize(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return undefined;
    tokens.push(match[0].replace(/^[ \t]+/, ''));
  }
  return tokens;
}

class Reader {
  #next = 0;

  constructor(readonly tokens: readonly string[]) {}

  get isAtEnd(): boolean {
    return this.#next === this.tokens.length;
  }

  isAt(token: string): boolean {
    return this.tokens[this.#next] === token;
  }

  accept(token: string): boolean {
    if (!this.isAt(token)) return false;
    this.#next++;
    return true;
  }

  expression(): Expression | undefined {
    let found = this.#primary();
    while (found !== undefined) {
      if (this.accept('.')) {
        const name = this.#name();
        found = name === undefined ? undefined : { kind: 'attribute', of: found, name };
      } else if (this.accept('(')) {
        const passed = this.#passed();
        found = passed === undefined ? undefined : { kind: 'call', callee: found, passed };
      } else break;
    }
    return found;
  }

  #primary(): Expression | undefined {
    const token = this.tokens[this.#next] ?? '';
    if (/^\d/.test(token)) return this.#taken({ kind: 'integer', value: Number(token) });
    if (/^["']/.test(token)) return this.#taken({ kind: 'text' });
    const name = this.#name();
    return name === undefined ? undefined : { kind: 'name', name };
  }

  #taken(expression: Expression): Expression {
    this.#next++;
    return expression;
  }

  #name(): string | undefined {
    const token = this.tokens[this.#next] ?? '';
    if (!WORD.test(token) || KEYWORDS.test(token)) return undefined;
    this.#next++;
    return token.normalize('NFKC');
  }

  /** Up to the closing parenthesis. */
  #passed(): Expression[] | undefined {
    const passed: Expression[] = [];
    while (!this.accept(')')) {
      if (passed.length > 0 && !this.accept(',')) return undefined;
      if (this.accept(')')) break;
      const value = this.expression();
      if (value === undefined) return undefined;
      if (!this.accept('=')) {
        passed.push(value);
        continue;
      }
      const given = this.expression();
      if (value.kind !== 'name' || given === undefined) return undefined;
      passed.push({ kind: 'keyword', name: value.name, value: given });
    }
    return passed;
  }
}

function emit(x: Extraction, expression: Expression, line: number): Ref {
  const { out } = x;
  switch (expression.kind) {
    case 'text':
      return STRING_CONSTANT;
    case 'integer':
      return out.integer(expression.value);
    case 'name':
      return out.emit1(Op.NAME, out.string(expression.name));
    case 'attribute':
      return out.emit3(Op.ATTRIBUTE, emit(x, expression.of, line), out.string(expression.name), line);
    case 'keyword':
      return out.emit2(Op.KEYWORD, out.string(expression.name), emit(x, expression.value, line));
    case 'call': {
      const callee = emit(x, expression.callee, line);
      const passed = expression.passed.map((each) => emit(x, each, line));
      return out.emit(Op.CALL, [callee, line, passed.length, ...passed]);
    }
  }
}
