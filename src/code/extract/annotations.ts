/** Type annotations: expressions that name a type. Unions become EITHER, generics SUBSCRIPT, strings are read too. */
import { ConstantKind, constantRef, Op } from '../code.js';
import { annotationInText } from './annotation-text.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { isPunctuation, Kind } from './kinds.js';
import { stringParts } from './string-literal.js';

/** The type that the node under the cursor names; OPAQUE when that cannot be told. */
export function annotation(x: Extraction): Ref {
  if (!x.enter()) return OPAQUE;
  const ref = typeOf(x, x.kind());
  x.leave();
  return ref;
}

function typeOf(x: Extraction, kind: number): Ref {
  switch (kind) {
    case Kind.type:
    case Kind.parenthesized_expression:
      return lastPart(x);
    case Kind.string:
      return annotationInText(x.out, stringParts(x.source()).content, x.line());
    case Kind.binary_operator:
    case Kind.union_type: {
      const parts = typeParts(x);
      return x.out.emit(Op.EITHER, [parts.length, ...parts]);
    }
    case Kind.subscript: {
      const [base = OPAQUE, ...keys] = typeParts(x);
      return generic(x, base, keys);
    }
    case Kind.generic_type:
      return genericType(x);
    case Kind.member_type:
      return memberType(x);
    case Kind.list: {
      const parts = typeParts(x);
      return x.out.emit(Op.LIST, [parts.length, ...parts]);
    }
    case Kind.tuple: {
      const parts = typeParts(x);
      return x.out.emit(Op.TUPLE, [parts.length, ...parts]);
    }
    case Kind.splat_type:
    case Kind.list_splat:
      return x.out.emit1(Op.STAR, lastPart(x));
    case Kind.none:
      return constantRef(ConstantKind.NONE);
    case Kind.identifier:
    case Kind.attribute:
    case Kind.call:
    case Kind.ellipsis:
      return x.expression();
    default:
      x.scan();
      return OPAQUE;
  }
}

function typeParts(x: Extraction): Ref[] {
  const refs: Ref[] = [];
  x.eachPart(() => refs.push(annotation(x)));
  return refs;
}

function lastPart(x: Extraction): Ref {
  return typeParts(x).at(-1) ?? OPAQUE;
}

function generic(x: Extraction, base: Ref, keys: readonly Ref[]): Ref {
  if (base === OPAQUE) return OPAQUE;
  const key = keys.length === 1 ? (keys[0] ?? OPAQUE) : x.out.emit(Op.TUPLE, [keys.length, ...keys]);
  return x.out.emit3(Op.SUBSCRIPT, base, key, x.line());
}

/** `list[Loaf]`: an identifier, then its type_parameter. */
function genericType(x: Extraction): Ref {
  let base = OPAQUE;
  let keys: readonly Ref[] = [];
  x.eachPart(() => {
    if (x.kind() === Kind.type_parameter) keys = typeParts(x);
    else base = x.expression();
  });
  return generic(x, base, keys);
}

/** `list[Loaf].item`: a type, then a name. */
function memberType(x: Extraction): Ref {
  const line = x.line();
  let base = OPAQUE;
  let name = 0;
  x.cursor.firstChild();
  do {
    const kind = x.kind();
    if (kind === Kind.type) base = annotation(x);
    else if (kind === Kind.identifier) name = x.out.string(x.name());
    else if (!isPunctuation(kind)) x.scan();
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return x.out.emit3(Op.ATTRIBUTE, base, name, line);
}
