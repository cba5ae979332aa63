/**
 * Annotations that are written as strings: `"Oven | None"`, `list["Loaf"]`. They are read by a small parser of their own,
 * since they are short, and since the tree of the file is being walked while one is met. It knows names, attributes,
 * subscripts and unions; anything else makes the whole annotation unknown, which is what CPython's tools do with it too.
 */
import { ConstantKind, constantRef, Op } from '../code.js';
import { type Emitter, OPAQUE, type Ref } from './emitter.js';

/** Deeper annotations are unknown; real ones stay below ten. */
const DEPTH_MAX = 50;

const TOKEN = /\s*(?:(\.\.\.)|([\p{L}_][\p{L}\p{N}_]*)|(["'])(.*?)\3|([[\]|,.()]))/uy;

/** Emits the type that `text` names; OPAQUE when it is none. `line` is where the string stands. */
export function annotationInText(out: Emitter, text: string, line: number): Ref {
  const tokens = tokenize(text);
  if (tokens === undefined) return OPAQUE;
  const reader = { tokens, next: 0 };
  const ref = union(out, reader, line, 0);
  return reader.next === tokens.length ? ref : OPAQUE;
}

interface Reader {
  readonly tokens: readonly string[];
  next: number;
}

/** Quoted tokens keep their quote in front, so that they are told from names. */
function tokenize(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (match === null) return undefined;
    tokens.push(match[3] === undefined ? match[0].trim() : `"${match[4] ?? ''}`);
  }
  return tokens;
}

function accept(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.next] !== token) return false;
  reader.next++;
  return true;
}

function union(out: Emitter, reader: Reader, line: number, depth: number): Ref {
  const parts = [primary(out, reader, line, depth)];
  while (accept(reader, '|')) parts.push(primary(out, reader, line, depth));
  return parts.length === 1 ? (parts[0] ?? OPAQUE) : out.emit(Op.EITHER, [parts.length, ...parts]);
}

function primary(out: Emitter, reader: Reader, line: number, depth: number): Ref {
  const token = reader.tokens[reader.next];
  if (token === undefined || depth > DEPTH_MAX) return OPAQUE;
  reader.next++;
  if (token.startsWith('"')) return annotationInText(out, token.slice(1), line);
  if (token === '...') return constantRef(ConstantKind.ELLIPSIS);
  if (token === 'None') return constantRef(ConstantKind.NONE);
  if (token === '[') return items(out, reader, line, depth, Op.LIST);
  if (token === '(') {
    const inner = union(out, reader, line, depth + 1);
    accept(reader, ')');
    return inner;
  }
  if (!/^[\p{L}_]/u.test(token)) return OPAQUE;
  let ref = out.emit1(Op.NAME, out.string(token.normalize('NFKC')));
  for (;;) {
    if (accept(reader, '.')) {
      const name = reader.tokens[reader.next++] ?? '';
      ref = out.emit3(Op.ATTRIBUTE, ref, out.string(name), line);
    } else if (accept(reader, '[')) {
      ref = out.emit3(Op.SUBSCRIPT, ref, items(out, reader, line, depth, Op.TUPLE), line);
    } else {
      return ref;
    }
  }
}

/** Reads up to the closing bracket. One item of a subscript stands for itself. */
function items(out: Emitter, reader: Reader, line: number, depth: number, op: number): Ref {
  const refs: Ref[] = [];
  while (reader.next < reader.tokens.length && !accept(reader, ']')) {
    refs.push(union(out, reader, line, depth + 1));
    if (!accept(reader, ',')) {
      accept(reader, ']');
      break;
    }
  }
  return op === Op.TUPLE && refs.length === 1 ? (refs[0] ?? OPAQUE) : out.emit(op, [refs.length, ...refs]);
}
