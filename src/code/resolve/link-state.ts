/**
 * What the linker keeps of each file between runs, and how it is written into `Segment.reads`.
 *
 * A file has a *slot*, a small number that stays its own while the linker lives, and an *interface*: the queries that other
 * files asked of it, each with a hash of its answer. What a file reads is then (slot, place in the interface), two numbers.
 * When a file changes, its interface is asked anew; only where a hash differs is there anything to do for those who read it.
 *
 * The kept state may list more than is still needed (queries that nobody asks any more); that costs some work, never a wrong
 * result. So it may differ between two linkers that saw different histories, while their segments do not.
 */
import { decodeHashes, encodeHashes } from './callers.js';
import { DigitReader, encodeAscending, encodeNumber } from './digits.js';
import type { DerivedClass } from './hierarchy.js';
import { HASH_LENGTH, NOTHING } from './short-hash.js';

/** One query of an interface. An empty key is a place whose query is gone. */
export interface Offered {
  readonly key: string;
  /** See `fingerprint.ts`. */
  readonly hash: string;
}

export interface FileState {
  readonly slot: number;
  readonly offers: readonly Offered[];
  /** By slot: places in the interface of that file, ascending. */
  readonly reads: ReadonlyMap<number, readonly number[]>;
  /** Module lookups, as `imports.ts` writes them; sorted. */
  readonly lookups: readonly string[];
  /** Its classes that derive from classes of the project. */
  readonly derived: readonly DerivedClass[];
  /** Keys of the classes of other files whose derived classes it asked for; sorted. */
  readonly asked: readonly string[];
  /** Slots of the files it imports, and directories of namespace packages. */
  readonly imports: readonly number[];
  readonly namespaces: readonly string[];
  /** What it registers, and what is said of its own definitions; see `registrations.ts`. */
  readonly registered: readonly string[];
  readonly said: readonly string[];
  /** Hashes of the names that it calls, and of those whose callers it asked for; see `callers.ts`. */
  readonly called: readonly number[];
  readonly callersAsked: readonly number[];
}

/** What a run looks at in many states. */
export type Digest = Pick<FileState, 'slot' | 'derived' | 'namespaces' | 'registered' | 'said'>;

/** Reads each state once, as long as it is kept: most files have the same one run after run. */
export class Digests {
  readonly #known = new WeakMap<readonly string[], Digest>();

  /** Of a state of the present form. */
  of(reads: readonly string[]): Digest {
    let digest = this.#known.get(reads);
    if (digest === undefined) {
      digest = {
        slot: slotOf(reads) ?? 0,
        derived: derivedIn(reads),
        namespaces: namespacesIn(reads),
        registered: registeredIn(reads),
        said: saidIn(reads),
      };
      this.#known.set(reads, digest);
    }
    return digest;
  }
}

/** Raise it when the form changes: what another form wrote is not read, and everything is linked again. */
const FORM = '3';

const SEPARATOR = ' ';
const ESCAPE = '^';

/**
 * Each text begins with its section's letter, since their order is not kept. Empty sections are left out. Lookups are texts
 * of their own, since many files have the same: whoever keeps texts once has little to keep.
 */
export function encodeState(state: FileState): string[] {
  const sections: readonly (readonly [Section, string])[] = [
    ['F', `${FORM}:${state.slot.toString(36)}`],
    ['o', encodeOffers(state.offers)],
    ['r', encodeReads(state.reads)],
    ['d', encodeDerived(state.derived, `${state.slot.toString(36)}:`)],
    ['a', joined(state.asked)],
    ['i', encodeAscending([...state.imports].sort((a, b) => a - b))],
    ['n', joined(state.namespaces)],
    ['g', joined(state.registered)],
    ['e', joined(state.said)],
    ['c', encodeHashes(state.called)],
    ['k', encodeHashes(state.callersAsked)],
  ];
  return [
    ...sections.filter(([, text]) => text !== '').map(([letter, text]) => letter + text),
    ...state.lookups.map((lookup) => `l${lookup}`),
  ];
}

type Section = 'F' | 'o' | 'r' | 'd' | 'a' | 'i' | 'n' | 'g' | 'e' | 'c' | 'k';

function section(reads: readonly string[], letter: Section): string {
  return reads.find((text) => text.startsWith(letter))?.slice(1) ?? '';
}

/** An interface as a text: each key by what it shares with the one before, as one digit, and the rest. */
export function encodeOffers(offers: readonly Offered[]): string {
  let last = '';
  return joined(
    offers.map(({ key, hash }) => {
      let shared = 0;
      while (shared < SHARED_MAX && shared < key.length && key[shared] === last[shared]) shared++;
      last = key;
      return `${hash}${shared.toString(36)}${key.slice(shared)}`;
    }),
  );
}

/** An interface from its text. */
export function decodeOffers(text: string): readonly Offered[] {
  let last = '';
  return split(text).map((entry) => {
    const hash = entry.startsWith(NOTHING) ? NOTHING : entry.slice(0, HASH_LENGTH);
    const shared = Number.parseInt(entry.charAt(hash.length), 36);
    last = last.slice(0, shared) + entry.slice(hash.length + 1);
    return { key: last, hash };
  });
}

/** The largest digit to base 36. */
const SHARED_MAX = 35;

/** By bases, since many classes of a file have the same; those of the own file without their slot. Names have one length. */
function encodeDerived(derived: readonly DerivedClass[], own: string): string {
  const byBases = new Map<string, string>();
  for (const { name, bases } of derived) {
    const key = bases.map((base) => (base.startsWith(own) ? base.slice(own.length - 1) : base)).join('<');
    byBases.set(key, (byBases.get(key) ?? '') + name);
  }
  return [...byBases].map(([bases, names]) => `${bases}>${names}`).join(SEPARATOR);
}

/** By slot, ascending: the step to it, the number of places, the steps between these. */
function encodeReads(reads: ReadonlyMap<number, readonly number[]>): string {
  let last = 0;
  const texts: string[] = [];
  for (const [slot, places] of reads) {
    texts.push(encodeNumber(slot - last), encodeNumber(places.length), encodeAscending(places));
    last = slot;
  }
  return texts.join('');
}

function decodeReads(text: string): ReadonlyMap<number, readonly number[]> {
  const reader = new DigitReader(text);
  const reads = new Map<number, readonly number[]>();
  for (let slot = 0; !reader.isAtEnd; ) {
    slot += reader.next();
    reads.set(slot, reader.ascending(reader.next()));
  }
  return reads;
}

/** The slots that a state reads, alone. */
export function slotsReadIn(reads: readonly string[]): readonly number[] {
  const reader = new DigitReader(section(reads, 'r'));
  const slots: number[] = [];
  for (let slot = 0; !reader.isAtEnd; slots.push(slot)) {
    slot += reader.next();
    reader.skip(reader.next());
  }
  return slots;
}

/** undefined when another form of the state wrote it. */
export function decodeState(reads: readonly string[]): FileState | undefined {
  const slot = slotOf(reads);
  if (slot === undefined) return undefined;
  return {
    slot,
    offers: decodeOffers(section(reads, 'o')),
    reads: decodeReads(section(reads, 'r')),
    lookups: lookupsIn(reads),
    derived: derivedIn(reads),
    asked: askedIn(reads),
    imports: importsIn(reads),
    namespaces: namespacesIn(reads),
    registered: registeredIn(reads),
    said: saidIn(reads),
    called: calledIn(reads),
    callersAsked: callersAskedIn(reads),
  };
}

/** The slot alone. */
export function slotOf(reads: readonly string[]): number | undefined {
  const [form, slot] = section(reads, 'F').split(':');
  return form === FORM && slot !== undefined ? fromDigits(slot) : undefined;
}

/** The places that a state reads of one slot. */
export function placesIn(reads: readonly string[], slot: number): readonly number[] {
  const reader = new DigitReader(section(reads, 'r'));
  for (let next = 0; !reader.isAtEnd; ) {
    next += reader.next();
    const count = reader.next();
    if (next === slot) return reader.ascending(count);
    if (next > slot) break;
    reader.skip(count);
  }
  return [];
}

/** The module lookups alone. */
export function lookupsIn(reads: readonly string[]): readonly string[] {
  return reads
    .filter((text) => text.startsWith('l'))
    .map((text) => text.slice(1))
    .sort();
}

/** The derived classes alone. */
function derivedIn(reads: readonly string[]): readonly DerivedClass[] {
  const text = section(reads, 'd');
  if (text === '') return [];
  const own = (slotOf(reads) ?? 0).toString(36);
  return text.split(SEPARATOR).flatMap((entry) => {
    const [head = '', names = ''] = entry.split('>');
    const bases = head.split('<').map((base) => (base.startsWith(':') ? own + base : base));
    const count = names.length / HASH_LENGTH;
    return Array.from({ length: count }, (_, i) => ({
      name: names.slice(i * HASH_LENGTH, (i + 1) * HASH_LENGTH),
      bases,
    }));
  });
}

/** The classes whose derived classes were asked for, alone. */
export function askedIn(reads: readonly string[]): readonly string[] {
  return split(section(reads, 'a'));
}

/** The slots of the imported files, alone. */
export function importsIn(reads: readonly string[]): readonly number[] {
  const reader = new DigitReader(section(reads, 'i'));
  const slots: number[] = [];
  for (let slot = 0; !reader.isAtEnd; slots.push(slot)) slot += reader.next();
  return slots;
}

/** The directories of namespace packages, alone. */
function namespacesIn(reads: readonly string[]): readonly string[] {
  return split(section(reads, 'n'));
}

/** What the file registers, alone. */
function registeredIn(reads: readonly string[]): readonly string[] {
  return split(section(reads, 'g'));
}

/** What is said of the file's definitions, alone. */
function saidIn(reads: readonly string[]): readonly string[] {
  return split(section(reads, 'e'));
}

/** The hashes of the names that the file calls, alone. */
export function calledIn(reads: readonly string[]): readonly number[] {
  return decodeHashes(section(reads, 'c'));
}

/** The hashes of the names whose callers it asked for, alone. */
export function callersAskedIn(reads: readonly string[]): readonly number[] {
  return decodeHashes(section(reads, 'k'));
}

/** Folders and keys may hold anything, the separator too. */
function joined(texts: readonly string[]): string {
  const isClean = texts.every((text) => !text.includes(SEPARATOR) && !text.includes(ESCAPE));
  const escaped = isClean
    ? texts
    : texts.map((text) => text.replaceAll(ESCAPE, `${ESCAPE}e`).replaceAll(SEPARATOR, `${ESCAPE}t`));
  return escaped.join(SEPARATOR);
}

function split(text: string): string[] {
  if (text === '') return [];
  const texts = text.split(SEPARATOR);
  if (!text.includes(ESCAPE)) return texts;
  return texts.map((part) => part.replaceAll(`${ESCAPE}t`, SEPARATOR).replaceAll(`${ESCAPE}e`, ESCAPE));
}

function fromDigits(text: string): number {
  return Number.parseInt(text, 36);
}
