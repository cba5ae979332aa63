/**
 * What edges carry, as text: written by hand, field by field as `EdgeDetail` has them, since there are a million of them in a
 * large project. Texts are joined and not added up: V8 keeps a sum as the tree of its parts until someone reads it.
 */
import type { Resolution, Site } from '../model.js';

/** The lower the surer. */
export const RANK: Readonly<Record<Resolution, number>> = { exact: 0, inferred: 1, candidate: 2 };

/** A place of a call, with what it proves. */
export interface CallSite extends Site {
  readonly resolution: Resolution;
  /** For candidates: one of how many. */
  readonly of: number;
}

/** Of an import of these names from another file. */
export function importText(lines: readonly number[], names: readonly string[], isTypeOnly: boolean): string {
  const parts = ['{', linesText(lines)];
  if (names.length > 0) parts.push(',"names":', JSON.stringify(names));
  if (isTypeOnly) parts.push(',"type_only":true');
  parts.push('}');
  return parts.join('');
}

/** Of what stands on some lines and proves itself. */
export function plainText(lines: readonly number[]): string {
  return lines.length === 0 ? '' : ['{', linesText(lines), '}'].join('');
}

/** Of a definition that is named where its decorator's work is called. */
export function referenceText(lines: readonly number[], why: string): string {
  return ['{', linesText(lines), ',"source":"decorator","why":', JSON.stringify(why), '}'].join('');
}

/** Of a call at one or more places. */
export function callText(sites: readonly CallSite[]): string {
  let best = sites[0];
  const parts = ['{"sites":['];
  for (const site of sites) {
    if (parts.length > 1) parts.push(',');
    addSite(site, parts);
    if (best === undefined || isBetter(site, best)) best = site;
  }
  const resolution = best?.resolution ?? 'exact';
  parts.push('],"resolution":"', resolution, '"');
  if (resolution === 'candidate') {
    parts.push(',"confidence":', String(Math.round(100 / (best?.of ?? 1)) / 100));
  }
  parts.push('}');
  return parts.join('');
}

function linesText(lines: readonly number[]): string {
  const parts = ['"sites":['];
  for (const [i, line] of lines.entries()) parts.push(i === 0 ? '{"line":' : ',{"line":', String(line), '}');
  parts.push(']');
  return parts.join('');
}

function isBetter(site: CallSite, than: CallSite): boolean {
  const difference = RANK[site.resolution] - RANK[than.resolution];
  return difference < 0 || (difference === 0 && site.of < than.of);
}

function addSite({ line, resolution, kind, why }: CallSite, parts: string[]): void {
  parts.push('{"line":', String(line), ',"resolution":"', resolution, '"');
  if (kind !== undefined) parts.push(',"kind":"', kind, '"');
  if (why !== undefined && why !== '') parts.push(',"why":', JSON.stringify(why));
  parts.push('}');
}
