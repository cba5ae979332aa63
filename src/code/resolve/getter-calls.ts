/** What the GETTERs among the values of a callee run: methods that they call, properties that they read. */
import { accessorsOf } from './accessors.js';
import type { CallFindings } from './call-findings.js';
import { attributeRead, methodsCalled } from './operator-getters.js';
import { handedCall } from './special-calls.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId } from './value-table.js';

/** The edges of calling `called` with `given` as the first argument. */
export function getterCalls(c: CallFindings, called: SetId, given: SetId): void {
  const { s } = c;
  for (const getter of s.values.elements(called)) {
    if (s.values.kind(getter) !== Kind.GETTER) continue;
    const methods = methodsCalled(s, getter, given);
    if (methods !== EMPTY_SET) handedCall(c, methods);
    const name = attributeRead(s, getter);
    if (name === 0) continue;
    const accessors = s.values.flatMap(s.expand(given), (value) => accessorsOf(s, value, name, false));
    if (accessors !== EMPTY_SET) handedCall(c, accessors);
  }
}
