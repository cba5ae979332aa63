/**
 * Parameters. Defaults and annotations are evaluated in the scope around the function, the names are bound within it:
 * hence `readParameters`, called before the scope opens, and `emitParameters`, called within.
 */
import { Op, ParameterKind } from '../code.js';
import { annotation } from './annotations.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';

export interface Parameter {
  readonly kind: number;
  /** Index of the name in the string table. */
  readonly name: number;
  readonly annotation: Ref;
  readonly defaultValue: Ref;
}

/**
 * The parameters below the `parameters` or `lambda_parameters` node under the cursor; `/` and `*` are no parameters. `texts` takes
 * each as written, on one line.
 */
export function readParameters(x: Extraction, texts: string[] = []): Parameter[] {
  const parameters: Parameter[] = [];
  let kind: number = ParameterKind.NORMAL;
  x.eachPart(() => {
    texts.push(x.sourceOnOneLine());
    if (x.kind() === Kind.positional_separator) {
      for (const [i, before] of parameters.entries()) {
        parameters[i] = { ...before, kind: ParameterKind.POSITIONAL_ONLY };
      }
      return;
    }
    if (x.kind() === Kind.keyword_separator) {
      kind = ParameterKind.KEYWORD_ONLY;
      return;
    }
    const parameter = readParameter(x, kind);
    if (parameter.kind === ParameterKind.VARIADIC) kind = ParameterKind.KEYWORD_ONLY;
    parameters.push(parameter);
  });
  return parameters;
}

function readParameter(x: Extraction, plainKind: number): Parameter {
  let kind = plainKind;
  let name = 0;
  let annotationRef = OPAQUE;
  let defaultValue = OPAQUE;
  let isNamed = false;
  const visit = (): void => {
    switch (x.kind()) {
      case Kind.identifier:
        if (isNamed) defaultValue = x.expression();
        else name = x.out.string(x.name());
        isNamed = true;
        break;
      case Kind.list_splat_pattern:
        if (isNamed) break;
        kind = ParameterKind.VARIADIC;
        x.eachPart(visit);
        break;
      case Kind.dictionary_splat_pattern:
        kind = ParameterKind.KEYWORDS;
        x.eachPart(visit);
        break;
      case Kind.type:
        annotationRef = annotation(x);
        break;
      case Kind.default_parameter:
      case Kind.typed_parameter:
      case Kind.typed_default_parameter:
        if (!isNamed) x.eachPart(visit);
        break;
      default:
        if (isNamed) defaultValue = x.expression();
        // Python 2 unpacked tuples here: the parameter has no name then.
        isNamed = true;
    }
  };
  visit();
  return { kind, name, annotation: annotationRef, defaultValue };
}

/** Emits what was read, as the first things of the scope just opened. */
export function emitParameters(x: Extraction, parameters: readonly Parameter[]): void {
  for (const { kind, name, annotation: type, defaultValue } of parameters) {
    x.out.emit(Op.PARAMETER, [kind, name, type, defaultValue]);
  }
}
