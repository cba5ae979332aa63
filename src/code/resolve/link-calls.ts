/**
 * The calls of one file: walks its instructions once, has each call, decorator, property, iteration and `with` resolved as far as
 * values can be followed, and records what that shows as edges and counts. A call whose callee is not known becomes no edge: it
 * is counted and listed.
 *
 * How a call is resolved: `written-calls.ts`, `special-calls.ts`, `property-calls.ts`; what else may run in its place:
 * `other-targets.ts`; in what words an edge says why: `call-reasons.ts`.
 */
import { BlockKind, Op, ScopeKind } from '../code.js';
import { RESOLUTIONS, type UnresolvedCall } from '../model.js';
import { CallFindings, type FileLinking } from './call-findings.js';
import { calleeName, calleeText } from './callee-text.js';
import type { EdgeDrafts } from './edges.js';
import { blockAt } from './file-index.js';
import { isBoundTooOften } from './name-search.js';
import { importCall, moduleCall, propertyCall } from './property-calls.js';
import { isNeverCaught } from './raises.js';
import { isMainModule, type Registered, RUN_AS_SCRIPT } from './registrations.js';
import type { FileUnit, Session } from './session.js';
import {
  askCall,
  derivationCall,
  factoryCalls,
  firstSpecialCall,
  injectedCalls,
  iterationCalls,
  operationCall,
  specialCalls,
} from './special-calls.js';
import { isNeverRun, nextInstruction } from './stream.js';
import type { ValueId } from './value-table.js';
import { decoration, raisedCall, writtenCall } from './written-calls.js';

/** Instructions between two chances for the caller to wait: half a millisecond of work, ten where all is bound too often. */
const SLICE = 100;

export interface CallCounts {
  /** Calls with an edge, of which `inferred` and `candidate` ones, whose best edge is no better. */
  resolved: number;
  inferred: number;
  candidate: number;
  external: number;
  unresolved: number;
  /** Calls given up since too much may be called. */
  tooMany: number;
}

export class CallLinker {
  readonly counts: CallCounts = {
    resolved: 0,
    inferred: 0,
    candidate: 0,
    external: 0,
    unresolved: 0,
    tooMany: 0,
  };
  readonly unresolved: UnresolvedCall[] = [];
  /** Calls given up since what they start from is bound in too many places. */
  cutNames = 0;
  readonly #s: Session;
  readonly #file: FileUnit;
  readonly #code: Int32Array;
  readonly #edges: EdgeDrafts;
  /** The node that the code being walked belongs to. */
  #source = 0;
  #isInClass = false;
  readonly #scopes: boolean[] = [];
  readonly #sources: number[] = [];
  readonly #findings: CallFindings;
  /** Definitions that a framework is given, by this file. */
  readonly registered: Registered[] = [];
  /** How many blocks are open, and how many were when the part began that runs only in a script; 0 outside of it. */
  #blocks = 0;
  #scriptBlocks = 0;

  constructor(linking: FileLinking) {
    this.#s = linking.session;
    this.#findings = new CallFindings(linking);
    this.#file = linking.file;
    this.#code = linking.file.index.code;
    this.#edges = linking.edges;
  }

  /** Yields now and then, so that the caller may do something else. */
  *walk(): Generator<void, void, void> {
    let count = 0;
    for (let at = 0; at < this.#code.length; at = nextInstruction(this.#code, at)) {
      while (this.#code[at] === Op.BLOCK && (yield* this.#isPassedOver(at))) at = this.#passOver(at);
      while (!this.#instruction(this.#code[at] ?? 0, at)) yield* this.#s.solver.settle();
      if (++count % SLICE === 0) yield;
    }
    this.unresolved.sort((a, b) => a.line - b.line);
  }

  /** Whether the block that begins at a position never runs: by syntax, or a handler that nothing gets to. */
  *#isPassedOver(at: number): Generator<void, boolean, void> {
    if (isNeverRun(this.#code, at)) return true;
    if (this.#code[at + 1] !== BlockKind.EXCEPT) return false;
    const { solver } = this.#s;
    const handler = blockAt(this.#file.index, at);
    for (;;) {
      solver.begin(this.#file.number);
      const isDead = isNeverCaught(this.#s, this.#file, handler);
      if (solver.end()) return isDead;
      yield* solver.settle();
    }
  }

  /** Goes behind a block that never runs: nothing is called there, and that is known of each call in it. */
  #passOver(block: number): number {
    const { index } = this.#file;
    const end = index.blocks.end[blockAt(index, block)] ?? block;
    for (let at = block; at < end; at = nextInstruction(this.#code, at)) {
      if (this.#code[at] === Op.CALL || this.#code[at] === Op.DECORATOR) this.counts.resolved++;
    }
    return nextInstruction(this.#code, end);
  }

  /** Returns whether it is done; if not, it has to be looked at again once the solver has settled what it put off. */
  #instruction(op: number, at: number): boolean {
    const code = this.#code;
    switch (op) {
      case Op.BIND:
        if (!this.#isInClass || code[code[at + 2] ?? 0] !== Op.CALL) break;
        this.#findings.line = code[(code[at + 2] ?? 0) + 2] ?? 0;
        return this.#resolve(op, at);
      case Op.SCOPE:
        this.#scopes.push(this.#isInClass);
        this.#isInClass = code[at + 1] === ScopeKind.CLASS;
        this.#sources.push(this.#source);
        if (code[at + 1] === ScopeKind.FUNCTION) {
          const definition = code[at + 2] ?? 0;
          this.#source = definition + 1;
          this.#findings.line = this.#file.index.facts.definitions[definition]?.line ?? 0;
          return this.#resolve(op, at);
        }
        break;
      case Op.CLASS: {
        const facts = this.#file.index.facts.definitions[code[at + 1] ?? 0];
        this.#findings.line = facts?.line ?? 0;
        return facts?.bases.length === 0 || this.#resolve(op, at);
      }
      case Op.BLOCK:
        this.#blocks++;
        break;
      case Op.ASK:
        this.#findings.line = code[at + 3] ?? 0;
        return this.#resolve(op, at);
      case Op.END_BLOCK:
        this.#blocks--;
        if (this.#blocks < this.#scriptBlocks) this.#scriptBlocks = 0;
        break;
      case Op.SCRIPT:
        this.#scriptBlocks = this.#blocks;
        break;
      case Op.END_SCOPE:
        this.#source = this.#sources.pop() ?? this.#source;
        this.#isInClass = this.#scopes.pop() ?? false;
        break;
      case Op.CALL:
      case Op.DECORATOR:
      case Op.RAISE:
      case Op.ENTER:
      case Op.ASYNC_ENTER:
      case Op.ELEMENT:
      case Op.ASYNC_ELEMENT:
      case Op.YIELD_FROM:
        this.#findings.line = code[at + 2] ?? 0;
        return this.#resolve(op, at);
      case Op.FROM_IMPORT:
        this.#findings.line = code[at + 5] ?? 0;
        return this.#resolve(op, at);
      case Op.ATTRIBUTE:
      case Op.SUBSCRIPT:
      case Op.DELETE_ITEM:
        this.#findings.line = code[at + 3] ?? 0;
        return this.#resolve(op, at);
      case Op.SET_ATTRIBUTE:
      case Op.SET_ITEM:
      case Op.OPERATION:
        this.#findings.line = code[at + 4] ?? 0;
        return this.#resolve(op, at);
    }
    return true;
  }

  #resolve(op: number, at: number): boolean {
    const { solver } = this.#s;
    this.#findings.clear();
    solver.begin(this.#file.number);
    this.#look(op, at);
    if (!solver.end()) return false;
    this.#record(at);
    return true;
  }

  #look(op: number, at: number): void {
    const c = this.#findings;
    const operand = this.#code[at + 1] ?? 0;
    switch (op) {
      case Op.CALL:
        writtenCall(c, at, operand);
        break;
      case Op.DECORATOR:
        decoration(c, operand);
        break;
      case Op.RAISE:
        raisedCall(c, operand);
        break;
      case Op.BIND:
        specialCalls(c, this.#code[at + 2] ?? 0, ['__set_name__']);
        break;
      case Op.SCOPE:
        injectedCalls(c, this.#code[at + 2] ?? 0);
        break;
      case Op.CLASS:
        derivationCall(c, operand);
        break;
      case Op.FROM_IMPORT:
        importCall(c, at);
        break;
      case Op.ATTRIBUTE: {
        const set = this.#s.evaluate(this.#file, at);
        if (this.#file.propertyReads.has(at)) propertyCall(c, at, operand, false);
        else moduleCall(c, at, set);
        break;
      }
      case Op.SET_ATTRIBUTE:
        propertyCall(c, at, operand, true);
        break;
      case Op.ENTER:
        specialCalls(c, operand, ['__enter__', '__exit__']);
        break;
      case Op.ASYNC_ENTER:
        specialCalls(c, operand, ['__aenter__', '__aexit__']);
        break;
      case Op.ELEMENT:
      case Op.YIELD_FROM:
        iterationCalls(c, operand, false);
        break;
      case Op.ASYNC_ELEMENT:
        iterationCalls(c, operand, true);
        break;
      case Op.ASK:
        askCall(c, operand, this.#code[at + 2] ?? 0);
        break;
      case Op.OPERATION:
        operationCall(c, at);
        break;
      case Op.DELETE_ITEM:
        specialCalls(c, operand, ['__delitem__']);
        break;
      case Op.SUBSCRIPT:
        firstSpecialCall(c, operand, ['__getitem__', '__missing__']);
        factoryCalls(c, operand);
        break;
      case Op.SET_ITEM:
        specialCalls(c, operand, ['__setitem__']);
        break;
    }
  }

  /** Turns what was found into edges, counts and the list of what stays open. */
  #record(at: number): void {
    for (const { target, line, resolution, kind, why, of } of this.#findings.found) {
      const site = {
        line,
        resolution,
        of,
        ...(kind === undefined ? {} : { kind }),
        ...(why === '' ? {} : { why }),
      };
      this.#edges.addCall(this.#source, target, site);
    }
    this.#register();
    for (const path of this.#findings.imported) {
      if (path !== this.#file.path) this.#edges.addImport(path, this.#findings.line, '', false);
    }
    for (const { target, why } of this.#findings.replaced) {
      this.#edges.addReference(this.#source, target, { line: this.#findings.line, why });
    }
    switch (this.#findings.outcome) {
      case 'none':
        break;
      case 'resolved':
        this.#countResolved();
        break;
      case 'external':
        this.counts.external++;
        break;
      case 'tooMany':
        this.counts.tooMany++;
        if (isBoundTooOften(this.#file.index, at)) this.cutNames++;
        this.#leaveOpen(at);
        break;
      case 'unresolved':
        this.#leaveOpen(at);
        break;
    }
  }

  /** What a framework was given, and what the file calls when it is run as a script. */
  #register(): void {
    const isMain = this.#scriptBlocks > 0 || isMainModule(this.#file.path);
    if (isMain && this.#source === 0) {
      for (const { target } of this.#findings.found) this.#addRegistered(target, RUN_AS_SCRIPT);
    }
    for (const { target, label } of this.#findings.kept) this.#addRegistered(target, label);
  }

  #addRegistered(target: ValueId, label: string): void {
    const unit = this.#s.files[this.#s.values.a(target)];
    const qualname = unit?.index.facts.definitions[this.#s.values.b(target)]?.qualname;
    if (unit === undefined || qualname === undefined) return;
    this.registered.push({ slot: unit.slot, qualname, label });
  }

  #countResolved(): void {
    this.counts.resolved++;
    const { found } = this.#findings;
    const best = RESOLUTIONS.find((resolution) => found.some((each) => each.resolution === resolution));
    if (best === 'inferred' || best === 'candidate') this.counts[best]++;
  }

  #leaveOpen(at: number): void {
    const { index } = this.#file;
    const callee = this.#code[at + 1] ?? 0;
    this.counts.unresolved++;
    this.unresolved.push({
      line: this.#findings.line,
      callee: calleeText(index, callee),
      name: calleeName(index, callee),
    });
  }
}
