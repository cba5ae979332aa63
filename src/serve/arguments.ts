/**
 * Arguments of a tool call, checked. What is wrong is said to the model that sent it: which field, what was expected, what
 * comes nearest. Absent and null are the same, since some clients send null for what they leave out.
 */
import type * as z from 'zod/v4';
import { KgError } from '../kernel/errors.js';
import { nearestNames, printable } from '../kernel/text.js';
import type { Tool } from './tool.js';

type Issue = z.core.$ZodIssue;

// What is quoted of a wrong value.
const QUOTE_MAX = 80;
// Unknown fields that are told one by one.
const UNKNOWN_SHOWN_MAX = 5;

/** The arguments as the tool's schema types them. Throws a KgError `bad-argument` that names every fault. */
export function readArguments(tool: Pick<Tool, 'name' | 'input'>, given: unknown): unknown {
  const values = withoutNulls(given ?? {});
  const parsed = tool.input.safeParse(values, { reportInput: true });
  if (parsed.success) return parsed.data;
  const faults = lastOfEach(parsed.error.issues).map((issue) => faultOf(tool, issue));
  throw new KgError('bad-argument', `${tool.name}: ${faults.join(' ')}`, { hint: fieldsHint(tool) });
}

/** A number that is no safe integer either breaks two limits in one way; the field's own is checked last. */
function lastOfEach(issues: readonly Issue[]): readonly Issue[] {
  const byFault = new Map(issues.map((issue) => [`${issue.code} ${fieldName(issue.path)}`, issue]));
  return [...byFault.values()];
}

function withoutNulls(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function faultOf(tool: Pick<Tool, 'input'>, issue: Issue): string {
  const field = fieldName(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(tool, issue.keys);
    case 'invalid_type':
      if (issue.path.length === 0) return 'the arguments must be an object.';
      if (issue.input === undefined) return `\`${field}\` is missing.`;
      return `\`${field}\` must be ${article(issue.expected)}, got ${quoted(issue.input)}.`;
    case 'invalid_value':
      if (issue.input === undefined) return `\`${field}\` is missing; it is one of ${valuesOf(issue)}.`;
      return `\`${field}\` ${unknownValue(issue)}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `\`${field}\` must not be empty.`;
      return `\`${field}\` must be ${limitText(issue)}${issue.origin === 'string' ? ' long' : `, got ${quoted(issue.input)}`}.`;
    case 'too_big':
      return `\`${field}\` must be ${limitText(issue)}${issue.origin === 'string' ? ' long' : `, got ${quoted(issue.input)}`}.`;
    default:
      return `\`${field}\`: ${issue.message}.`;
  }
}

/** The first few of them: whoever sends many has sent something else. */
function unknownFields(tool: Pick<Tool, 'input'>, keys: readonly string[]): string {
  const named = keys.slice(0, UNKNOWN_SHOWN_MAX).map((key) => unknownField(tool, key));
  const more = keys.length - named.length;
  return [...named, ...(more > 0 ? [`There are ${more} more unknown fields.`] : [])].join(' ');
}

function unknownField(tool: Pick<Tool, 'input'>, key: string): string {
  const [nearest] = nearestNames(key, Object.keys(tool.input.shape), 1);
  const meant = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  return `there is no field ${quoted(key)}.${meant}`;
}

function unknownValue(issue: Issue & { code: 'invalid_value' }): string {
  const allowed = issue.values.map(String);
  const [nearest] = nearestNames(String(issue.input), allowed, 1);
  const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return `cannot be ${quoted(issue.input)}; it is one of ${valuesOf(issue)}.${meant}`;
}

function valuesOf(issue: Issue & { code: 'invalid_value' }): string {
  return issue.values.map(String).join(', ');
}

function limitText(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const unit = issue.origin === 'string' ? ' characters' : '';
  return issue.code === 'too_small' ? `at least ${issue.minimum}${unit}` : `at most ${issue.maximum}${unit}`;
}

function fieldsHint(tool: Pick<Tool, 'name' | 'input'>): string {
  const fields = Object.entries(tool.input.shape).map(([name, schema]) => {
    return schema.safeParse(undefined).success ? `${name} (optional)` : name;
  });
  return `Fields of ${tool.name}: ${fields.join(', ')}.`;
}

/** `node_types[0]`. */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');
}

function article(expected: string): string {
  const name = expected === 'int' ? 'integer' : expected;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

function quoted(value: unknown): string {
  const text = printable(JSON.stringify(value) ?? String(value));
  return text.length > QUOTE_MAX ? `${text.slice(0, QUOTE_MAX)}…` : text;
}
