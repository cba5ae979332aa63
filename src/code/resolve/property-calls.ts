/** The accessors that reading or setting an attribute runs: properties, descriptors, `__getattr__` of a class. */
import { accessorsOf } from './accessors.js';
import { type CallFindings, TARGETS_MAX } from './call-findings.js';
import { evidenceFor } from './evidence.js';
import { importedModule } from './imports.js';
import { baseName } from './modules.js';
import { overriding, proved } from './other-targets.js';
import { replacedGetter } from './replaced.js';
import { type FileUnit, Query } from './session.js';
import { targetsOf } from './targets.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, UNKNOWN } from './value-table.js';
import { addReplaced, addTargets } from './written-calls.js';

/** The ATTRIBUTE or SET_ATTRIBUTE at a position. */
export function propertyCall(c: CallFindings, at: number, base: number, isSetter: boolean): void {
  const { s, file } = c;
  const name = file.index.names[file.index.code[at + 2] ?? 0] ?? 0;
  let accessors: SetId = EMPTY_SET;
  for (const receiver of s.values.elements(c.receivers(base))) {
    accessors = s.values.union(accessors, accessorsOf(s, receiver, name, isSetter));
  }
  if (accessors === EMPTY_SET) return;
  const targets = targetsOf(s, accessors);
  if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
  const all = { own: targets.values, others: overriding(c, targets) };
  const evidence =
    all.others.length === 0
      ? undefined
      : evidenceFor(s, file, base, (value) => accessorsOf(s, value, name, isSetter));
  const { own, others } = evidence === undefined ? all : proved(c, evidence, all);
  if (own.length > 0) addTargets(c, at, 'property', { targets, own, others, evidence });
  if (isSetter) return;
  addReplaced(c, replacedGetter(s, c.receivers(base), name, targets.values), targets.values);
}

/** The FROM_IMPORT at a position: the `__getattr__` of the module that it imports from. */
export function importCall(c: CallFindings, at: number): void {
  const { s, file } = c;
  const target = importedModule(s, file, at);
  const unit = target.kind === 'file' ? s.fileAt(target.path) : undefined;
  if (unit === undefined || unit === file) return;
  const isPackage = baseName(unit.path).startsWith('__init__.');
  if (!isPackage) lazyCall(c, unit, 0);
  else if (s.values.has(s.evaluate(file, at), UNKNOWN)) {
    lazyCall(c, unit, file.index.names[file.index.code[at + 3] ?? 0] ?? 0);
  }
}

/** The ATTRIBUTE at a position: the `__getattr__` of a module that may not have the name; `set` is what it gives. */
export function moduleCall(c: CallFindings, at: number, set: SetId): void {
  const { s, file } = c;
  if (!s.values.has(set, UNKNOWN)) return;
  const { code, names } = file.index;
  for (const value of s.values.elements(s.evaluate(file, code[at + 1] ?? 0))) {
    const unit = s.values.kind(value) === Kind.MODULE ? s.files[s.values.a(value)] : undefined;
    if (unit !== undefined && unit !== file) lazyCall(c, unit, names[code[at + 2] ?? 0] ?? 0);
  }
}

function lazyCall(c: CallFindings, unit: FileUnit, name: number): void {
  const getters = c.s.values.elements(c.s.ask(Query.LAZY, unit, name));
  c.addAll(getters, 'implicit', {
    resolution: 'inferred',
    of: getters.length,
    why: '__getattr__ of the module',
  });
}
