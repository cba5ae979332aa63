/**
 * Unresolved calls are asked for by their last name, so the table of callees is in order of that name: each entry is the
 * name, a mark, and the callee, which mostly ends with the name and is then kept without it.
 */

const ENDS_WITH_NAME = '\n';
const WHOLE = '\r';

/** A callee and its last name as one string of the table. Neither holds a line break. */
export function calleeEntry(callee: string, name: string): string {
  if (!callee.endsWith(name)) return name + WHOLE + callee;
  return name + ENDS_WITH_NAME + callee.slice(0, callee.length - name.length);
}

/** Inverse of {@link calleeEntry}. */
export function readCalleeEntry(entry: string): { readonly callee: string; readonly name: string } {
  const mark = entry.search(/[\n\r]/);
  const name = entry.slice(0, mark);
  const rest = entry.slice(mark + 1);
  return { name, callee: entry[mark] === WHOLE ? rest : rest + name };
}

/** What every entry of a name starts with; no entry of another name lies between the first and the last of them. */
export function calleeBounds(name: string): { readonly from: string; readonly to: string } {
  return { from: name + ENDS_WITH_NAME, to: `${name}\u000e` };
}
