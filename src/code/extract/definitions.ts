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

/** What stands before the body. */
interface Header {
  name: string;
  isAsync: boolean;
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

/** The function_definition or class_definition under the cursor, and the binding of its name. */
export function definition(x: Extraction, decorators: Decorators = UNDECORATED): void {
  const isGeneric = hasTypeParameters(x);
  const inClass = x.scope === ScopeKind.CLASS;
  let bound = OPAQUE;
  const define = (): void => {
    bound = isGeneric ? generic(x, decorators, inClass) : plain(x, decorators, inClass);
  };
  if (isGeneric) x.inScope(ScopeKind.TYPE_PARAMETERS, -1, define);
  else define();
  x.out.emit2(Op.BIND, x.out.string(nameOf(x)), bound);
}

function generic(x: Extraction, decorators: Decorators, inClass: boolean): Ref {
  x.eachPart(() => {
    if (x.kind() === Kind.type_parameter) typeParameters(x);
  });
  return plain(x, decorators, inClass);
}

function plain(x: Extraction, decorators: Decorators, inClass: boolean): Ref {
  const isClass = x.kind() === Kind.class_definition;
  const header = readHeader(x);
  const index = x.definitions.length;
  x.definitions.push(describe(x, header, { isClass, inClass, decorators: decorators.texts }));
  const decorations = [decorators.refs.length, ...decorators.refs];
  const ref = isClass
    ? x.out.emit(Op.CLASS, [index, header.bases.length, ...header.bases, ...decorations])
    : x.out.emit(Op.FUNCTION, [index, ...decorations]);
  const outer = x.enclosing;
  x.enclosing = index;
  x.inScope(isClass ? ScopeKind.CLASS : ScopeKind.FUNCTION, index, () => {
    emitParameters(x, header.parameters);
    if (header.returns !== OPAQUE) x.out.emit1(Op.RETURNS, header.returns);
    body(x);
  });
  x.enclosing = outer;
  return ref;
}

function describe(
  x: Extraction,
  header: Header,
  facts: { readonly isClass: boolean; readonly inClass: boolean; readonly decorators: readonly string[] },
): Definition {
  return {
    kind: facts.isClass ? 'class' : 'function',
    name: header.name,
    qualname: x.qualify(header.name),
    parent: x.enclosing,
    isMethod: !facts.isClass && facts.inClass,
    line: x.line(),
    endLine: x.lastLine(),
    isAsync: header.isAsync,
    params: header.paramTexts,
    returns: header.returnsText,
    decorators: facts.decorators,
    bases: header.baseTexts,
    docstring: docstringOfBody(x),
  };
}

function nameOf(x: Extraction): string {
  let name = '';
  x.eachPart(() => {
    if (name === '' && x.kind() === Kind.identifier) name = x.name();
  });
  return name;
}

function hasTypeParameters(x: Extraction): boolean {
  let found = false;
  x.eachPart(() => {
    found ||= x.kind() === Kind.type_parameter;
  });
  return found;
}

function readHeader(x: Extraction): Header {
  const header: Header = {
    name: '',
    isAsync: false,
    parameters: [],
    paramTexts: [],
    returns: OPAQUE,
    returnsText: '',
    bases: [],
    baseTexts: [],
  };
  x.eachPart(() => {
    switch (x.kind()) {
      case Kind['"async"']:
        header.isAsync = true;
        break;
      case Kind.identifier:
        header.name ||= x.name();
        break;
      case Kind.parameters:
        header.parameters = readParameters(x, header.paramTexts);
        break;
      case Kind.type:
        header.returnsText = x.sourceOnOneLine();
        header.returns = annotation(x);
        break;
      case Kind.argument_list:
        x.eachPart(() => header.baseTexts.push(x.sourceOnOneLine()));
        argumentRefs(x, header.bases);
        break;
    }
  });
  return header;
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

function body(x: Extraction): void {
  x.eachPart(() => {
    const kind = x.kind();
    if (kind === Kind.block) x.block();
  });
}

function docstringOfBody(x: Extraction): string {
  let docstring = '';
  x.eachPart(() => {
    if (x.kind() === Kind.block) docstring = docstringOf(x);
  });
  return docstring;
}
