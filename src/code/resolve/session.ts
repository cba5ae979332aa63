/**
 * What the parts of the evaluator share while one run of the linker lasts: the files, the tables of values, and each other.
 * The parts (names, classes, calls, …) call one another in circles: what would close a circle of imports goes through this
 * interface, which `evaluator.ts` fills.
 *
 * Who may look at what: a part reads the index of the file it works for. Whatever it wants to know of another file it asks by
 * a query, so that the reading is noted. Values that cross files carry only what `fingerprint.ts` makes comparable.
 */
import type { Facts } from '../facts.js';
import { CallSites } from './call-sites.js';
import type { Callers } from './callers.js';
import type { FileIndex } from './file-index.js';
import type { LiteralReads } from './literal-reads.js';
import type { MemoPool } from './memo-pool.js';
import type { ModuleTable } from './modules.js';
import type { Names } from './names.js';
import { QuerySlots } from './query-slots.js';
import type { SettledList } from './settled-lists.js';
import type { SettledTable } from './settled-tables.js';
import type { Solver } from './solver.js';
import type { SetId, ValueId } from './value-table.js';
import type { Values } from './values.js';

/** Questions about one file, with what their two arguments are. */
export const Query = {
  /** name: what the module's attribute is. */
  EXPORT: 0,
  /** list of the names that `import *` gives, by text. */
  GIVEN: 1,
  /** definition, name: list of a MemberFlag, what the class's own body binds, and what its file assigns to its instances. */
  OWN: 2,
  /** definition, name: the same along the MRO. */
  LOOKUP: 3,
  /** definition: list of a MemberFlag and what `__init__` is, then what `__new__` and `__post_init__` are. */
  CONSTRUCTION: 5,
  /** definition: list of base values. */
  BASES: 6,
  /** definition: list of values, the class first. */
  MRO: 7,
  /** definition: list of the names of its methods, by text. */
  METHOD_NAMES: 8,
  /** definition: list of the names that its body annotates, in order. */
  FIELD_NAMES: 4,
  /** definition. */
  RETURN: 9,
  YIELD: 10,
  /** position of a lambda. */
  LAMBDA_RETURN: 11,
  /** position of a PARAMETER: what it may be, whoever calls. */
  PARAMETER: 12,
  /** position of a container: what it holds, its keys, what it holds under the key (a value id). */
  ELEMENTS: 13,
  KEYS: 14,
  ITEM: 15,
  /** position of an event: for uses that stand before it. */
  BINDING: 16,
  /** position of an expression: the instances it stands for as an annotation. */
  TYPE: 17,
  /** position of a subscript: what it is a subscript of. */
  HEAD: 18,
  /** name id of the first part of a qualified name, 0 for all: list of the plain ids of the definitions below. */
  DEFINES: 19,
  /** list of the names that `__all__` holds and the module does not bind. */
  STAR_MODULES: 20,
  /** name: EXPORT as far as classes and modules go; see `class-values.ts`. */
  CLASS_EXPORT: 21,
  /** definition, name: the same for what a class's body binds. */
  CLASS_MEMBER: 22,
  /** position of an event: the same for what it binds. */
  CLASS_BINDING: 23,
  /** definition: list of the names of a class's type variables, in order. */
  TYPE_NAMES: 24,
  /** definition, name: list of whether the class gives its bases something for the type variable, and what. */
  TYPE_ARGUMENT: 25,
  /** position of an expression: its value, and what it means as a class; for those that are nested too deep. */
  VALUE: 26,
  CLASS_VALUE: 27,
  /** definition: list of the names of what its decorators make of it; see `entry-points.ts`. */
  MADE: 28,
  /** name: the pytest fixtures of that name that the file defines; see `fixtures.ts`. */
  FIXTURE: 29,
  /** name, PARAMETER value of any file: what the file's calls of that name pass for it; name 0 for calls of what was handed on. */
  PASSED: 30,
  /** definition: list of the classes that derive from it. */
  DERIVED: 31,
  /** position of a PARAMETER: what the calls that are seen pass for it, classes as they are; see `receivers.ts`. */
  ARRIVING: 32,
  /** name, PARAMETER value of any file, a method's first: what the file's calls of that name are made on. */
  RECEIVED: 33,
  /** position of a PARAMETER: the literals that it is, UNKNOWN when it may be anything else; see `literals.ts`. */
  LITERALS: 34,
  /** name, PARAMETER value of any file: those that the file's calls of that name pass. */
  LITERALS_PASSED: 35,
  /** definition of a generator function: what `send` gives it, as far as its own file tells. */
  SENT: 36,
  /** definition of a `__getattr__`: on what it looks up the name that it is given. */
  DELEGATES: 37,
  /** definition of an `__init__`: a list of a flag, then PARAMETERs of those of bases that it calls and what it passes, as sets. */
  FORWARDED: 38,
  /** position of a PARAMETER: NONE when no call leaves it out, else UNKNOWN; see `omitted.ts`. */
  OMITTED: 39,
  /** name, PARAMETER value of any file: the same for the file's calls of that name; nothing when it has none. */
  OMITTED_BY: 40,
  /** definition of a function: a list of what it writes; see `written-paths.ts`. */
  WRITES: 41,
  /** CLASS value of any file: list of the file's classes that derive from it. */
  DERIVING: 42,
  /** definition: what the class names as its metaclass, as far as scope and imports tell. */
  METACLASS: 43,
  /** position of a SET_ITEM, key: what it puts under a literal key; see `paired-keys.ts`. */
  PAIRED: 44,
  /** definition of a function: RETURN without what it gives of others; see `through.ts`. */
  BESIDE: 45,
  /** name: what the file puts among the builtins under it. */
  INSTALLED: 46,
  /** name, or 0: the module's `__getattr__` where looking up the name runs it; see `exports.ts`. */
  LAZY: 47,
  /** position of a CALL: the factory that it gives a `defaultdict`. */
  FACTORY: 48,
  /** definition of a class: a list of a flag, then names and factories of fields that call one, as sets; see `field-factories.ts`. */
  FIELD_FACTORIES: 49,
  /** definition of a function, name: what is assigned to that attribute of it. */
  FUNCTION_ATTRIBUTE: 50,
  /** name, MODULE or CLASS value of another file: a list of what the file sets that attribute of it to; see `patches.ts`. */
  PATCHED: 51,
  /** name, CONTAINER value of another file: a list of what the file puts into it; see `patches.ts`. */
  PUT: 52,
  /** name, FUNCTION value: whether what the file calls of that name comes first; see `first-statements.ts`. */
  EARLY: 53,
  /** name: EXPORT without what other files set it to. */
  BOUND: 54,
  /** definition of a function: the exceptions of the project that leave it; see `raises.ts`. */
  RAISED: 55,
  /** definition of a class, name: what its own method says whoever asks, an INTEGER; see `guards.ts`. */
  VERDICT: 56,
  /** position of a dictionary, key: NONE when it is sure to be there; see `present-keys.ts`. */
  PRESENT: 57,
  /** last name of a module: a list of the attributes that the file sets on what it imports by it; see `patches.ts`. */
  CHANGED: 58,
  /** What the file calls of closures, with what they carry; see `called-closures.ts`. */
  CALLED: 59,
  /** name, MODULE or CLASS value of another file: NONE when the file sets that attribute of it first of all; see `patches.ts`. */
  PATCHED_FIRST: 60,
  /** name, CONTAINER value of another file: the literal keys that the file puts into it first of all; see `patches.ts`. */
  PUT_FIRST: 61,
  /** NONE when the file is run and lies in no package; see `programs.ts`. */
  PROGRAM: 62,
} as const;
export type Query = (typeof Query)[keyof typeof Query];

const NO_MEMO = new Int32Array(0);

/** What Python passes as the first argument of a method: the instance, the class, or nothing. */
export type Binding = 'instance' | 'class' | 'none';

/** One file in one run. */
export class FileUnit {
  readonly number: number;
  readonly path: string;
  /** The number under which it is known between runs. */
  readonly slot: number;
  readonly #facts: (path: string) => Facts;
  readonly #makeIndex: (facts: Facts) => FileIndex;
  readonly #memos: MemoPool;
  #memo: Int32Array | undefined;
  #index: FileIndex | undefined;
  #isUsed = false;
  #callSites: CallSites | undefined;
  /** Of most files nothing is asked. */
  #queries: QuerySlots | undefined;
  /** Positions of ATTRIBUTEs that may read a property of an instance. */
  readonly propertyReads = new Set<number>();
  /** CLASS values of those that name bases, once they are asked for. */
  classesWithBases: readonly ValueId[] | undefined;
  /** Classes by the hash of their qualified names; see `hierarchy.ts`. */
  classesByHash: ReadonlyMap<string, number> | undefined;
  /** By definition: how it is bound, once that is settled. */
  readonly bindings: (Binding | undefined)[] = [];
  /** By position of a display; see `settled-lists.ts`. */
  readonly settledLists = new Map<number, SettledList | undefined>();
  /** The same of dictionaries; see `settled-tables.ts`. */
  readonly settledTables = new Map<number, SettledTable | undefined>();
  /** Where it reads items under literal keys, once that is asked for; see `literal-reads.ts`. */
  literalReads: LiteralReads | undefined;
  /** Names that handlers of exceptions bind, once they are asked for. */
  caughtNames: ReadonlySet<number> | undefined;
  /** Files that may change things of this one, once they are asked for; see `patches.ts`. */
  patchers: readonly FileUnit[] | undefined;
  /** Where it changes what it imports, by which names, once that is asked for; see `patched-names.ts`. */
  changes: ReadonlyMap<number, readonly string[]> | undefined;
  /** By scope of a function: the calls of it in this file, once they are settled. */
  readonly knownCalls: (readonly Arguments[] | undefined)[] = [];
  /** Hashes of names whose callers in other files were asked for on this file's behalf; see `callers.ts`. */
  readonly callersAsked = new Set<number>();
  /** By position of a call: what it calls, once that is settled; see `site-calls.ts`. */
  readonly siteCalls = new Map<number, readonly SiteCall[]>();
  /** By function: the calls of what is handed on, once all are settled. */
  handedCalls: ReadonlyMap<ValueId, readonly SiteCall[]> | undefined;
  /** By name and function of another file: the calls of it here, once they are settled. */
  readonly callsByTarget = new Map<string, readonly Arguments[]>();
  /** Numbers of the files that hold what it imports, once they are asked for. */
  importedFiles: readonly number[] | undefined;
  /** By definition of a function: which of its parameters it stores; see `makings.ts`. */
  readonly stored: (readonly number[] | undefined)[] = [];
  /** By definition of a function: what it gives the results of; see `through.ts`. */
  readonly through: (readonly Through[] | undefined)[] = [];
  /** By scope of a function or lambda: what it closes over. */
  readonly closed: (readonly number[] | undefined)[] = [];
  /** Decorators that may be given options first; see `options-first.ts`. */
  optionsFirst: ReadonlyMap<number, number> | undefined;
  /** Module names that were looked up on this file's behalf; see `imports.ts`. */
  readonly lookups = new Set<string>();

  constructor(
    place: { readonly number: number; readonly path: string; readonly slot: number },
    facts: (path: string) => Facts,
    makeIndex: (facts: Facts) => FileIndex,
    memos: MemoPool,
  ) {
    this.#memos = memos;
    this.number = place.number;
    this.path = place.path;
    this.slot = place.slot;
    this.#facts = facts;
    this.#makeIndex = makeIndex;
  }

  get index(): FileIndex {
    this.#isUsed = true;
    this.#index ??= this.#makeIndex(this.#facts(this.path));
    return this.#index;
  }

  /** See `index-shelf.ts`. */
  giveUpIndex(): number {
    const length = this.#isUsed ? 0 : (this.#index?.code.length ?? 0);
    if (!this.#isUsed) this.#index = this.#callSites = undefined;
    this.#isUsed = false;
    return length;
  }

  /** Values of expressions by position, 0 where unknown yet. Lent: not to be held across files. */
  get memo(): Int32Array {
    this.#memo ??= this.#memos.lend(this, this.index.code.length);
    return this.#memo;
  }

  /** See `memo-pool.ts`. */
  returnMemo(): Int32Array {
    const memo = this.#memo ?? NO_MEMO;
    this.#memo = undefined;
    return memo;
  }

  get callSites(): CallSites {
    this.#callSites ??= new CallSites(this.index);
    return this.#callSites;
  }

  /** Gives up the texts that only nodes show: for a file that is linked. */
  forgetTexts(): void {
    if (this.#index !== undefined) this.#index.facts = withoutTexts(this.#index.facts);
  }

  /** Gives up what is remembered of calls; it is found again when somebody asks. */
  forgetCalls(): void {
    this.siteCalls.clear();
    this.callsByTarget.clear();
    this.knownCalls.length = 0;
    this.handedCalls = undefined;
  }

  /** The number that a query of this file has with the solver. */
  query(solver: Solver, kind: Query, a: number, b: number): number {
    this.#queries ??= new QuerySlots();
    return this.#queries.number(solver, this.number, kind, a, b);
  }
}

const NO_PARAMS: readonly string[] = [];

function withoutTexts(facts: Facts): Facts {
  const definitions = facts.definitions.map((each) => ({
    ...each,
    params: NO_PARAMS,
    docstring: '',
    fingerprint: '',
  }));
  return { ...facts, docstring: '', definitions };
}

/** What a function hands its call to; see `through.ts`. */
export interface Through {
  /** Position of the PARAMETER, its own or one of a function around; 0 when it is an attribute. */
  readonly parameter: number;
  /** Name id of the attribute of its first parameter; 0 when it is a parameter. */
  readonly attribute: number;
  /** Whether it passes on just what it is passed (a receiver that is asked for the attribute left out). */
  readonly isForwarding: boolean;
  /** Whether it awaits what the call gives. */
  readonly isAwaiting: boolean;
  /** The expression that gives the result: the value of its `return`; 0 for `__wrapped__`. */
  readonly returned: number;
}

/** What a call passes. */
export interface Arguments {
  readonly file: FileUnit;
  /** Position of the CALL, -1 when no instruction spells the call out. */
  readonly call: number;
  /** What stands before the first argument: the receiver of a method, what a decorator is applied to. */
  readonly leading: readonly SetId[];
  /** What the CALL passes by position is in `leading` already, or for something else: only its keywords count. */
  readonly isByNameOnly?: true;
  /** What is passed is not known: what is left out may be there. */
  readonly isOpen?: true;
  /** Through how many wrappers it has come. */
  readonly wrappers?: number;
}

/** A call of a function. */
export interface SiteCall extends Arguments {
  readonly target: ValueId;
}

export interface Session {
  readonly names: Names;
  readonly values: Values;
  readonly solver: Solver;
  readonly modules: ModuleTable;
  /** By number, in order of path. */
  readonly files: readonly FileUnit[];
  readonly callers: Callers;
  fileAt(path: string): FileUnit | undefined;
  fileInSlot(slot: number): FileUnit | undefined;

  /** How many properties the access that is looked up has read so far: a cheap way to see that it met some. */
  propertyReads: number;
  /** By value: see `known.ts`. */
  readonly knownNames: string[];

  /** By value: see `outside-calls.ts`. */
  readonly comingBack: boolean[];

  /** Expressions are forgotten, and indexes when there are many; they are made anew when someone asks again. */
  forgetExpressions(): void;
  /** The names in the answer to a query that lists names. */
  namesIn(answer: SetId): ReadonlySet<number>;
  /** The answer to a query. */
  ask(kind: Query, file: FileUnit, a: number, b?: number): SetId;
  /** The value of the expression at a position of a file. */
  evaluate(file: FileUnit, position: number): SetId;
  /** The value of a name where it stands. Forward: annotations may use what is bound later. */
  nameValue(file: FileUnit, position: number, name: number, isForward?: boolean): SetId;
  /** The classes, modules and outside names that an expression means by scope and import alone. */
  classValue(file: FileUnit, position: number): SetId;
  /** What a binding event gives its name or path. */
  eventValue(file: FileUnit, event: number): SetId;
  /** What an import statement binds. */
  importValue(file: FileUnit, position: number): SetId;
  /** `value.name`. */
  attribute(value: ValueId, name: number): SetId;
  /** What calling the value gives. */
  call(value: ValueId, passed: Arguments): SetId;
  /** What the decorator makes of what it is applied to. */
  decorate(decorator: ValueId, target: SetId): SetId;
  /** What a parameter may be: its PARAMETER values replaced by what is known of callers. */
  expand(set: SetId): SetId;
  /** What iterating over the value gives. */
  element(value: ValueId): SetId;
  /** Keys with the parameters among them replaced by what they may be; see `literals.ts`. */
  keysAmong(keys: SetId): SetId;
  /** `value[key]`. */
  item(value: ValueId, key: SetId): SetId;
  /** The instances that an annotation stands for. */
  typeOf(file: FileUnit, position: number): SetId;
  /** The instances of a class value. */
  instanceOf(value: ValueId): SetId;
}
