/** How a callee reads, as far as names go: `self.store.put`, `handlers[…]`, `make().run`. */
import { Op } from '../code.js';
import type { FileIndex } from './file-index.js';

/** Longer chains begin with `…`. */
const PARTS_MAX = 8;

export function calleeText(index: FileIndex, ref: number): string {
  const { code, facts } = index;
  const text = (string: number): string => facts.code.strings[string] ?? '';
  let tail = '';
  let at = ref;
  for (let parts = 0; parts < PARTS_MAX; parts++) {
    switch (code[at]) {
      case Op.NAME:
        return text(code[at + 1] ?? 0) + tail;
      case Op.ATTRIBUTE:
        tail = `.${text(code[at + 2] ?? 0)}${tail}`;
        break;
      case Op.CALL:
        tail = `()${tail}`;
        break;
      case Op.SUBSCRIPT:
      case Op.UNPACKED:
      case Op.SLICE:
        tail = `[…]${tail}`;
        break;
      case Op.LAMBDA:
        return `lambda${tail}`;
      case Op.AWAIT:
        return `(await …)${tail}`;
      case Op.STRING:
      case Op.CONSTANT:
        return `'…'${tail}`;
      default:
        return `…${tail}`;
    }
    at = code[at + 1] ?? 0;
  }
  return `…${tail}`;
}

/** The last name of a callee, '' when there is none. */
export function calleeName(index: FileIndex, ref: number): string {
  const { code, facts } = index;
  if (code[ref] === Op.NAME) return facts.code.strings[code[ref + 1] ?? 0] ?? '';
  return code[ref] === Op.ATTRIBUTE ? (facts.code.strings[code[ref + 2] ?? 0] ?? '') : '';
}
