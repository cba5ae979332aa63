/**
 * What a person wrote of a prompt. Hosts put more into it than that: notifications of tasks, placeholders of images and
 * pasted texts, what an editor has open, paths that were dropped on the window. None of it is a question, and recall that
 * answers it is noise.
 *
 * It finds no terms and knows no memory.
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
/** Below it a prompt is an answer (`yes`, `go on`) or a path, and says nothing of a subject. */
const HUMAN_CHARS_MIN = 8;
/** Longer prompts hold pasted logs; what they are about stands at their beginning. */
const PROMPT_CHARS_MAX = 20_000;

/** The words a person wrote, each path as its last part, code in fences last; '' when there is nothing to answer. */
export function humanText(prompt: string): string {
  const raw = prompt.slice(0, PROMPT_CHARS_MAX);
  if (RECORD.test(raw)) return '';
  const written = raw
    .replace(ADDED, ' ')
    .replace(PLACEHOLDER, ' ')
    .replace(QUOTED, (whole, _, inner: string) =>
      isPath(inner) ? ` /${lastPart(inner).replace(/\s+/g, '_')} ` : whole,
    );
  const fenced = written.match(FENCE) ?? [];
  const tokens = written.replace(FENCE, ' ').split(/\s+/u);
  if (worthOf(tokens) < HUMAN_CHARS_MIN) return '';
  return [...tokens.map(withoutFolders), ...fenced].join(' ').trim();
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
