/**
 * What a tool looked at, in a form that is the same every time: a file by its path in the checkout, a page by its address
 * without what changes from visit to visit, a search by its words. What is noise is no target: it never counts.
 *
 * Pure text; whoever calls it has found out real paths and the top of the checkout.
 */
import path from 'node:path';
import { relativeInside } from '../../kernel/paths.js';
import { findCredential } from '../credentials.js';

/** The kinds of `tool_events.json`. */
export type TargetKind = 'read' | 'web' | 'search';

/** What was looked at. */
export interface Target {
  readonly kind: TargetKind;
  /** A path with `/` (relative inside the checkout, else absolute), an address, or the words of a search. */
  readonly name: string;
}

// Folders of what is made, fetched or thrown away.
const NOISE = new Set([
  'tmp',
  'temp',
  'node_modules',
  'venv',
  '.venv',
  'site-packages',
  '__pycache__',
  '.git',
  'dist',
  'build',
  '.claude',
  '.knowledge-graph',
  'scratchpad',
]);
const TRACKING = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id|igshid|si|_ga)$/i;
const SECRET = /token|secret|passw|signature|api_?key|auth|session|^sig$|^key$/i;
const NAME_CHARS_MAX = 400;

/** The key of a target in `tool_events.json`. */
export function targetKey({ kind, name }: Target): string {
  return `${kind}:${name}`;
}

/** The target of a key; `undefined` for what is none. */
export function parseTargetKey(key: string): Target | undefined {
  const [, kind, name] = /^(read|web|search):(.+)$/s.exec(key) ?? [];
  if (name === undefined || (kind !== 'read' && kind !== 'web' && kind !== 'search')) return undefined;
  return { kind, name };
}

/** A file; `top` is the checkout's. Only what lies below it is told from noise by its place in it. */
export function fileTarget(file: string, top: string | undefined): Target | undefined {
  const inside = top === undefined ? undefined : relativeInside(top, file);
  const name = inside ?? file.split(path.sep).join('/');
  const isNoise =
    name
      .toLowerCase()
      .split('/')
      .some((part) => NOISE.has(part)) || /^\/var\/folders\//.test(name);
  return isNoise || name === '.' ? undefined : bounded({ kind: 'read', name });
}

/** A page: no fragment, no tracking, no credentials, no `www.`, no slash at the end, its parameters in order. */
export function webTarget(address: string): Target | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || isLocal(url.hostname)) return undefined;
  const host = url.host.replace(/^www\./, '');
  const query = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name) && !SECRET.test(name))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  // Some pages are told apart by their fragment alone.
  const route = /^#[!/]/.test(url.hash) ? url.hash : '';
  const name = `https://${host}${url.pathname.replace(/\/+$/, '')}${query === '' ? '' : `?${query}`}${route}`;
  return findCredential(name) === undefined ? bounded({ kind: 'web', name }) : undefined;
}

/** A search, in lower case, its blanks single. */
export function searchTarget(query: string): Target | undefined {
  const name = query.trim().toLowerCase().replace(/\s+/g, ' ');
  return name === '' || findCredential(query) !== undefined ? undefined : bounded({ kind: 'search', name });
}

function isLocal(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\])$|\.local(?:host)?$/.test(hostname);
}

function bounded(target: Target): Target | undefined {
  return target.name.length <= NAME_CHARS_MAX ? target : undefined;
}
