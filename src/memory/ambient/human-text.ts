/**
 * What a person wrote of a prompt. Hosts put more into it than that: notifications of tasks, placeholders of images and
 * pasted texts, what an editor has open, paths that were dropped on the window. None of it is a question, and recall that
 * answers it is noise.
 *
 * It finds no terms and knows no memory; what is named in a prompt as code is told as it is written.
 */

// A record that a machine wrote begins with one of these, whatever stands in it.
const RECORD =
  /^\s*(?:<(?:task-notification|system-notification|local-command-\w+|command-(?:name|message|args)|bash-(?:input|stdout|stderr)|user-memory-input)\b|\[SYSTEM NOTIFICATION|\[Request interrupted|Caveat: The messages below were generated)/i;
// Blocks that hosts add to what was typed.
const ADDED =
  /<(system-reminder|task-notification|ide_\w{1,40}|attached_\w{1,40})\b[^>]{0,200}>[\s\S]*?<\/\1>/gi;
const PLACEHOLDER = /!?\[(?:Image|Pasted text|Attachment|File)\b[^\]\n]{0,500}\](?:\([^)\n]{0,500}\))?/gi;
// A quote is one only where no letter touches it from outside: apostrophes are none.
const QUOTED = /(?<![\p{L}\p{N}])(["'`])([^"'`\n]{0,1000}?[/\\][^"'`\n]{0,1000}?)\1(?![\p{L}\p{N}])/gu;
const FENCE = /```[\s\S]*?(?:```|$)/g;
// Three letters say as much in these as one word elsewhere.
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
const DENSE_WORTH = 3;
const BACKTICKED = /`([^`\n]{1,300})`/g;
// A path, an ending, a name with a dot, an underscore or a hump, a call, a decision's number.
const CODE_NAME = /[/\\]|\p{L}\.\p{L}|_|\p{Ll}\p{Lu}|\(\)|^ADR-\d+$/u;
const CODE_NAME_CHARS_MAX = 300;
// A prompt with more is a list of files.
const CODE_NAMES_MAX = 30;
/** Below it a prompt is an answer (`yes`, `go on`) or a path, and says nothing of a subject. */
const HUMAN_CHARS_MIN = 8;
/** Longer prompts hold pasted logs; what they are about stands at their beginning. */
const PROMPT_CHARS_MAX = 20_000;

/** A prompt without what hosts and editors put into it; '' for a machine's record. */
function withoutAdditions(prompt: string): string {
  const raw = prompt.slice(0, PROMPT_CHARS_MAX);
  return RECORD.test(raw) ? '' : raw.replace(ADDED, ' ').replace(PLACEHOLDER, ' ');
}

/** The words a person wrote, each path as its last part, code in fences last; '' when there is nothing to answer. */
export function humanText(prompt: string): string {
  const written = withoutAdditions(prompt).replace(QUOTED, (whole, _, inner: string) =>
    isPath(inner) ? ` /${lastPart(inner).replace(/\s+/g, '_')} ` : whole,
  );
  const fenced = written.match(FENCE) ?? [];
  const tokens = written.replace(FENCE, ' ').split(/\s+/u);
  if (worthOf(tokens) < HUMAN_CHARS_MIN) return '';
  return [...tokens.map(withoutFolders), ...fenced].join(' ').trim();
}

/** What a person named as code in a prompt: files, dotted and joined names, calls; none when the prompt says nothing else. */
export function codeNamesIn(prompt: string): readonly string[] {
  if (humanText(prompt) === '') return [];
  // Pasted code names a hundred things, none of which is asked about.
  const written = withoutAdditions(prompt).replace(FENCE, ' ');
  const quoted = [...written.matchAll(BACKTICKED)].map(([, inner = '']) => asCode(inner.trim()));
  const plain = written
    .replace(BACKTICKED, ' ')
    .split(/[\s,;"'“”«»<>[\]{}|]+/u)
    .map(trimmed);
  const names = [...quoted, ...plain].filter(
    (name) => name.length <= CODE_NAME_CHARS_MAX && CODE_NAME.test(name),
  );
  return [...new Set(names)].slice(0, CODE_NAMES_MAX);
}

/** A word without the marks of its sentence: a bracket that closes stays where one opens. */
function trimmed(token: string): string {
  const word = token.replace(/^[(*]+/, '').replace(/[.:!?*…]+$/, '');
  const isOpen = word.split('(').length >= word.split(')').length;
  return isOpen || !word.endsWith(')') ? word : trimmed(word.slice(0, -1));
}

/** What stands between backticks alone is a name whatever it looks like. */
function asCode(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? `${name}()` : name;
}

function worthOf(tokens: readonly string[]): number {
  const own = tokens.filter((token) => !/[/\\]/.test(token)).join('');
  const letters = own.replace(/[^\p{L}\p{M}\p{N}]/gu, '').length;
  return letters + (DENSE_WORTH - 1) * (own.match(DENSE)?.length ?? 0);
}

/** `src/auth/refresh.py` becomes `refresh.py`; `client/server` stays two words. */
function withoutFolders(token: string): string {
  if (!/[/\\]/.test(token)) return token;
  return isPath(token) ? lastPart(token) : token.replace(/[/\\]/g, ' ');
}

function isPath(text: string): boolean {
  const parts = text.split(/[/\\]/);
  return (
    /^(?:[~.]?[/\\]|\.\.|[A-Za-z]:\\|\w+:\/\/)/.test(text) || parts.length > 2 || /\.\w{1,8}\W*$/.test(text)
  );
}

function lastPart(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => /[\p{L}\p{N}]/u.test(part));
  return parts.at(-1) ?? '';
}
