/**
 * `type Alias[T] = …` (PEP 695), and what the grammar takes for one: `type(self).shared = value`.
 */
import { Op, ScopeKind } from '../code.js';
import { annotation } from './annotations.js';
import { typeParameters } from './definitions.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';

/** `type Alias[T] = …` (PEP 695): the name stands for the type expression. */
export function typeAlias(x: Extraction): void {
  if (/^type\s*\(/.test(x.source())) {
    typeCallTarget(x);
    return;
  }
  let place = 0;
  let name = '';
  let value = OPAQUE;
  x.inScope(ScopeKind.TYPE_PARAMETERS, -1, () => {
    x.eachPart(() => {
      if (x.kind() !== Kind.type) return;
      if (place === 0) name = aliasName(x);
      else value = annotation(x);
      place++;
    });
  });
  if (name !== '') x.out.emit2(Op.BIND, x.out.string(name), value);
}

/** `type(self).shared = value`, which the grammar takes for an alias: `type` is called with what is in the parentheses. */
function typeCallTarget(x: Extraction): void {
  const line = x.line();
  let value = OPAQUE;
  let place = 0;
  x.eachPart(() => {
    if (x.kind() === Kind.type && place++ > 0) value = x.expression();
  });
  place = 0;
  x.eachPart(() => {
    if (x.kind() !== Kind.type || place++ > 0) return;
    x.eachPart(() => setOnTypeCall(x, value, line));
  });
}

/** The target under the cursor: an attribute of the call, or something that only reads it. */
function setOnTypeCall(x: Extraction, value: Ref, line: number): void {
  if (x.kind() !== Kind.attribute) {
    typeCall(x, line);
    return;
  }
  let base: Ref | undefined;
  let name = 0;
  x.eachPart(() => {
    if (base === undefined) base = typeCall(x, line);
    else name = x.out.string(x.name());
  });
  x.out.emit(Op.SET_ATTRIBUTE, [base ?? OPAQUE, name, value, line]);
}

/** The value of what begins with the parentheses of the call. */
function typeCall(x: Extraction, line: number): Ref {
  if (x.kind() === Kind.parenthesized_expression) {
    const callee = x.out.emit1(Op.NAME, x.out.string('type'));
    return x.out.emit(Op.CALL, [callee, line, 1, x.expression()]);
  }
  let base: Ref | undefined;
  let name = 0;
  const isAttribute = x.kind() === Kind.attribute;
  x.eachPart(() => {
    if (base === undefined) base = typeCall(x, line);
    else if (isAttribute) name = x.out.string(x.name());
    else x.scan();
  });
  return isAttribute ? x.out.emit3(Op.ATTRIBUTE, base ?? OPAQUE, name, line) : (base ?? OPAQUE);
}

/** The name on the left of a type alias; its type parameters are bound on the way. */
function aliasName(x: Extraction): string {
  let name = '';
  x.eachPart(() => {
    if (x.kind() === Kind.identifier) name = x.name();
    else if (x.kind() === Kind.generic_type) {
      x.eachPart(() => {
        if (x.kind() === Kind.type_parameter) typeParameters(x);
        else name = x.name();
      });
    }
  });
  return name;
}
