/** `import` statements. Relative imports keep their number of dots; where they lead is the linker's question. */
import { ImportFlags, Op } from '../code.js';
import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';

function flags(x: Extraction): number {
  return x.typeChecking > 0 ? ImportFlags.TYPE_CHECKING : 0;
}

/** `import a.b, c as d` under the cursor; `from __future__ import …` tells nothing. */
export function importModules(x: Extraction): void {
  if (x.kind() === Kind.future_import_statement) return;
  const line = x.line();
  x.eachPart(() => {
    const { name, alias } = nameAndAlias(x);
    if (name === '') return;
    x.out.emit(Op.IMPORT, [x.out.string(name), x.out.string(alias), line, flags(x)]);
  });
}

/** `from .a import b as c, d` under the cursor. */
export function importFrom(x: Extraction): void {
  const line = x.line();
  let dots = 0;
  let module: string | undefined;
  const emit = (name: string, bound: string): void => {
    const strings = [x.out.string(module ?? ''), x.out.string(name), x.out.string(bound)];
    x.out.emit(Op.FROM_IMPORT, [dots, ...strings, line, flags(x)]);
  };
  x.eachPart(() => {
    const kind = x.kind();
    if (kind === Kind.relative_import) {
      const text = x.source().replace(/\s+/g, '');
      dots = text.length - text.replace(/^\.+/, '').length;
      module = text.slice(dots);
    } else if (kind === Kind.wildcard_import) {
      emit('*', '');
    } else if (kind === Kind.dotted_name && module === undefined) {
      module = dottedName(x);
    } else if (kind === Kind.dotted_name || kind === Kind.aliased_import) {
      const { name, alias } = nameAndAlias(x);
      if (name !== '') emit(name, alias === '' ? name : alias);
    }
  });
}

function nameAndAlias(x: Extraction): { readonly name: string; readonly alias: string } {
  if (x.kind() === Kind.dotted_name) return { name: dottedName(x), alias: '' };
  let name = '';
  let alias = '';
  if (x.kind() === Kind.aliased_import) {
    x.eachPart(() => {
      if (x.kind() === Kind.dotted_name) name = dottedName(x);
      else if (x.kind() === Kind.identifier) alias = x.name();
    });
  }
  return { name, alias };
}

/** A dotted name without the white space, comments and line joins that may stand in it. */
function dottedName(x: Extraction): string {
  const parts: string[] = [];
  x.eachPart(() => {
    if (x.kind() === Kind.identifier) parts.push(x.name());
  });
  return parts.join('.');
}
