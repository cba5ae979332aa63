/** `def` and `class`: what becomes a node, and the scope its body opens. */
import { Op, ScopeKind } from '../code.js';
import type { Definition } from '../facts.js';
import { annotation } from './annotations.js';
import { docstringOf } from './docstring.js';
import { OPAQUE, type Ref } from './emitter.js';
import { argumentRefs } from './expressions.js';
import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';
import { emitParameters, type Parameter, readParameters } from './parameters.js';

interface Decorators {
  readonly refs: readonly Ref[];
  readonly texts: readonly string[];
}

const UNDECORATED: Decorators = { refs: [], texts: [] };

/** What is known of a definition before its children are read. */
interface Opening {
  readonly isClass: boolean;
  readonly isMethod: boolean;
  readonly isAsync: boolean;
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly fingerprint: string;
  readonly decorators: Decorators;
}

/** What stands between the name and the body. */
interface Signature {
  parameters: readonly Parameter[];
  paramTexts: string[];
  returns: Ref;
  returnsText: string;
  bases: Ref[];
  baseTexts: string[];
}

export function decoratedDefinition(x: Extraction): void {
  const refs: Ref[] = [];
  const texts: string[] = [];
  x.eachPart(() => {
    const kind = x.kind();
    if (kind === Kind.decorator) {
      const line = x.line();
      x.eachPart(() => {
        texts.push(x.sourceOnOneLine());
        refs.push(x.out.emit2(Op.DECORATOR, x.expression(), line));
      });
    } else if (kind === Kind.function_definition || kind === Kind.class_definition) {
      definition(x, { refs, texts });
    }
  });
}

/** `async def name[`: everything up to where type parameters begin. A backslash may join lines in it. */
const OPENING = /(async[\s\\]+)?(def|class)[\s\\]+([\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}]*)[\s\\]*(\[)?/uy;

/** The function_definition or class_definition under the cursor, and the binding of its name. */
export function definition(x: Extraction, decorators: Decorators = UNDECORATED): void {
  const start = x.cursor.start();
  OPENING.lastIndex = start;
  const [opened = '', async, keyword, name = '', bracket] = OPENING.exec(x.text) ?? [];
  const endLine = x.lastLine();
  const isClass = keyword === 'class';
  const opening: Opening = {
    isClass,
    isMethod: !isClass && x.scope === ScopeKind.CLASS,
    isAsync: async !== undefined,
    name: name.normalize('NFKC'),
    line: x.line(),
    endLine,
    fingerprint: x.prints.of(start + opened.length, Math.min(x.cursor.end(), x.lineEnd(endLine))),
    decorators,
  };
  let bound = OPAQUE;
  const define = (): void => {
    bound = defined(x, opening);
  };
  // Type parameters have a scope of their own around the definition's.
  if (bracket === undefined) define();
  else x.inScope(ScopeKind.TYPE_PARAMETERS, -1, define);
  x.out.emit2(Op.BIND, x.out.string(opening.name), bound);
}

/** Reads the children in one go: the signature, then the body. */
function defined(x: Extraction, opening: Opening): Ref {
  x.cursor.firstChild();
  const signature = readSignature(x);
  const hasBody = x.kind() === Kind.block;
  const index = x.definitions.length;
  x.definitions.push(describe(x, opening, signature, hasBody ? docstringOf(x) : ''));
  const { refs } = opening.decorators;
  const ref = opening.isClass
    ? x.out.emit(Op.CLASS, [index, signature.bases.length, ...signature.bases, refs.length, ...refs])
    : x.out.emit(Op.FUNCTION, [index, refs.length, ...refs]);
  const outer = x.enclosing;
  x.enclosing = index;
  x.inScope(opening.isClass ? ScopeKind.CLASS : ScopeKind.FUNCTION, index, () => {
    emitParameters(x, signature.parameters);
    if (signature.returns !== OPAQUE) x.out.emit1(Op.RETURNS, signature.returns);
    if (hasBody) x.block();
  });
  x.enclosing = outer;
  x.cursor.parent();
  return ref;
}

function describe(x: Extraction, opening: Opening, signature: Signature, docstring: string): Definition {
  return {
    kind: opening.isClass ? 'class' : 'function',
    name: opening.name,
    qualname: x.qualify(opening.name),
    parent: x.enclosing,
    isMethod: opening.isMethod,
    line: opening.line,
    endLine: opening.endLine,
    isAsync: opening.isAsync,
    params: signature.paramTexts,
    returns: signature.returnsText,
    decorators: opening.decorators.texts,
    bases: signature.baseTexts,
    docstring,
    fingerprint: opening.fingerprint,
  };
}

/** Reads from the child under the cursor on; stops at the body, or at the last child when there is none. */
function readSignature(x: Extraction): Signature {
  const signature: Signature = {
    parameters: [],
    paramTexts: [],
    returns: OPAQUE,
    returnsText: '',
    bases: [],
    baseTexts: [],
  };
  do {
    switch (x.kind()) {
      case Kind.block:
        return signature;
      case Kind.type_parameter:
        typeParameters(x);
        break;
      case Kind.parameters:
        signature.parameters = readParameters(x, signature.paramTexts);
        break;
      case Kind.type:
        signature.returnsText = x.sourceOnOneLine();
        signature.returns = annotation(x);
        break;
      case Kind.argument_list:
        x.eachPart(() => signature.baseTexts.push(x.sourceOnOneLine()));
        argumentRefs(x, signature.bases);
        break;
    }
  } while (x.cursor.nextSibling());
  return signature;
}

/** `[T: Bound, *Ts, **P]` (PEP 695): each name is bound in the scope that was opened for them. */
export function typeParameters(x: Extraction): void {
  x.eachPart(() => {
    const name = x.source().match(/[\p{L}_][\p{L}\p{N}_]*/u)?.[0];
    if (name === undefined) return;
    const bound = constraint(x);
    x.out.emit2(Op.BIND, x.out.string(name.normalize('NFKC')), x.out.emit1(Op.TYPE_PARAMETER, bound));
  });
}

/** What stands behind the colon of the type parameter under the cursor. */
function constraint(x: Extraction): Ref {
  let depth = 0;
  while (x.kind() === Kind.type && x.cursor.firstChild()) depth++;
  const refs: Ref[] = [];
  if (x.kind() === Kind.constrained_type) x.eachPart(() => refs.push(annotation(x)));
  for (; depth > 0; depth--) x.cursor.parent();
  return refs[1] ?? OPAQUE;
}
