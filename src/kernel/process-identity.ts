/**
 * Which process somebody is, in a way that outlives the process: a number alone is given to another one sooner or later. What
 * is written down here can be judged by any process later: it lives, it is dead, or this machine cannot know.
 *
 * Linux tells when a process was started and which boot this is; elsewhere these are unknown, and the number alone decides.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemErrorCode } from './errors.js';

export interface ProcessIdentity {
  /** For people. */
  readonly host: string;
  /** The space in which a pid means one process: the machine, and on Linux the pid namespace (containers). */
  readonly machine: string;
  /** Which run of the machine; '' when the system does not tell. */
  readonly boot: string;
  readonly pid: number;
  /** When the process began, in the system's own unit; '' when it does not tell. */
  readonly started: string;
}

/** What is known of a process. `elsewhere`: it belongs to another machine or container, which cannot be asked. */
export type Fate = 'alive' | 'dead' | 'elsewhere';

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return {
    host: hostname(),
    machine: machineTag(),
    boot: bootId(),
    pid: process.pid,
    started: startedAt(process.pid) ?? '',
  };
}

/** What became of the process that was written down. */
export function fateOf(identity: ProcessIdentity): Fate {
  if (identity.machine !== machineTag()) return 'elsewhere';
  if (differ(identity.boot, bootId()) || !isAlive(identity.pid)) return 'dead';
  const started = startedAt(identity.pid);
  return started === undefined || differ(identity.started, started) ? 'dead' : 'alive';
}

/** Tells apart the spaces in which a pid means one process; eight hex digits. */
export function machineTag(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch (error) {
    // Only Linux has it.
    if (systemErrorCode(error) === undefined) throw error;
  }
  return createHash('sha256').update(`${hostname()}\n${namespace}`).digest('hex').slice(0, 8);
}

/** Whether a process exists here. Signal 0 asks; EPERM means that it does and belongs to somebody else. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

/** What the system does not tell on either side says nothing. */
function differ(a: string, b: string): boolean {
  return a !== '' && b !== '' && a !== b;
}

function bootId(): string {
  return readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

// proc_pid_stat(5), counted after the name of the program, which may hold anything.
const STATE_FIELD = 0;
const START_FIELD = 19;

/** When a process began; '' when the system does not tell, `undefined` when it has ended and waits to be collected. */
function startedAt(pid: number): string | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === undefined) return '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[STATE_FIELD] ?? '';
  return state === 'Z' || state === 'X' ? undefined : (fields[START_FIELD] ?? '');
}

function readProc(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}
