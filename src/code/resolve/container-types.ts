/**
 * Of which builtin type a value is: what its display, comprehension or call makes. What it holds is not asked here.
 */
import { Op } from '../code.js';
import type { FileIndex } from './file-index.js';
import { isMerged } from './sequences.js';
import type { FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import type { ValueId } from './value-table.js';

/** The name of the builtin type that a value is an instance of; '' when it is none or unknown. */
export function builtinTypeOf(s: Session, value: ValueId): string {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.TEXT:
    case Kind.NAME_PATTERN:
      return 'str';
    case Kind.INTEGER:
      return 'int';
    case Kind.TUPLE:
      return 'tuple';
    case Kind.RECORD:
      return 'dict';
    case Kind.CONTAINER:
      return containerType(s, value);
    case Kind.TYPED:
    case Kind.EXTERNAL_INSTANCE: {
      const dotted = s.names.text(values.a(value));
      return dotted.startsWith('builtins.') ? dotted.slice('builtins.'.length) : '';
    }
    default:
      return '';
  }
}

function containerType(s: Session, value: ValueId): string {
  const unit = s.files[s.values.a(value)];
  if (unit === undefined) return '';
  const { code } = unit.index;
  const at = s.values.b(value);
  switch (code[at]) {
    case Op.LIST:
      return 'list';
    case Op.SET:
      return 'set';
    case Op.DICT:
      return 'dict';
    case Op.TUPLE:
      return 'tuple';
    case Op.COMPREHENSION:
      return COMPREHENSION_TYPES[code[at + 1] ?? 0] ?? '';
    case Op.SLICE:
      return 'list';
    case Op.OPERATION:
      return isMerged(unit.index, at) ? 'dict' : 'list';
    case Op.NAME:
      // What `defaultdict(list)` makes.
      return unit.index.facts.code.strings[code[at + 1] ?? 0] ?? '';
    default:
      return madeBy(unit.index, at);
  }
}
const COMPREHENSION_TYPES: readonly string[] = ['list', 'set', 'dict', ''];

/** `list(…)`, `dict(…)`: the name that is called. */
export function madeBy(index: FileIndex, call: number): string {
  const callee = index.code[call + 1] ?? 0;
  const string = index.code[callee] === Op.NAME ? index.code[callee + 1] : index.code[callee + 2];
  const name = index.facts.code.strings[string ?? 0] ?? '';
  return name === 'defaultdict' || name === 'OrderedDict' ? 'dict' : name === 'deque' ? 'list' : name;
}

export function isMapping(s: Session, value: ValueId): boolean {
  return builtinTypeOf(s, value) === 'dict';
}

export function unitOf(s: Session, value: ValueId): FileUnit | undefined {
  return s.files[s.values.a(value)];
}
