/**
 * Credentials in a text, by their kind. What is stored is shown to every later session and may be saved in backups and
 * repositories, so a write that holds one is refused; the answer names field and kind and never repeats the value.
 *
 * It knows the forms that issuers document, and assignments of values that look random. It is a net against accidents,
 * not against somebody who hides a credential. All patterns are bounded, so that they take linear time.
 */

interface Kind {
  readonly name: string;
  readonly pattern: RegExp;
  /** Whether what the pattern found is meant, where its form alone does not say. */
  readonly isReal?: (match: RegExpExecArray) => boolean;
}

// Prefixes and lengths as their issuers document them; a word boundary before, so that hashes and paths do not match.
const KINDS: readonly Kind[] = [
  { name: 'private key', pattern: /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/ },
  { name: 'AWS access key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/ },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{40,255})/ },
  { name: 'GitLab token', pattern: /\bgl(?:pat|dt|rt|cbt|ptt|ft|oas|soat)-[A-Za-z0-9_-]{20,255}/ },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/ },
  { name: 'Slack webhook', pattern: /\bhooks\.slack\.com\/services\/[A-Za-z0-9/]{20,255}/ },
  { name: 'Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}/ },
  { name: 'Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,255}/ },
  {
    name: 'OpenAI key',
    pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,255}/,
    isReal: ([text]) => /[A-Z]/.test(text) && /[0-9]/.test(text),
  },
  { name: 'Stripe key', pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}/ },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { name: 'PyPI token', pattern: /\bpypi-AgE[A-Za-z0-9_-]{50,255}/ },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,255}/ },
  { name: 'SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}/ },
  {
    name: 'JSON web token',
    pattern: /\beyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,1024}/,
  },
  {
    name: 'password in a URL',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,128}:([^\s/@]{1,256})@[^\s@]/i,
    isReal: ([, password = '']) => !isPlaceholder(password),
  },
  {
    name: 'assigned credential',
    pattern:
      /(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|credential)s?["']?\s{0,4}[:=]\s{0,4}["']?([A-Za-z0-9+/_~.=-]{20,512})/i,
    isReal: ([, value = '']) => looksRandom(value),
  },
];

/** The kind of the first credential in a text, or nothing. */
export function findCredential(text: string): string | undefined {
  for (const { name, pattern, isReal } of KINDS) {
    const all = isReal === undefined ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
    for (const match of isReal === undefined ? [all.exec(text)] : text.matchAll(all)) {
      if (match !== null && (isReal?.(match) ?? true)) return name;
    }
  }
  return undefined;
}

/** What documentation writes in place of a password: a variable, a word for it, dots or stars. */
function isPlaceholder(password: string): boolean {
  return /^(?:\$.*|%.*|[<{[(].*|[*.x•…]+|pass(?:word|wd)?|pwd|secret|token|changeme)$/i.test(password);
}

/** A random value has figures and letters of both cases, and hardly repeats; words and paths do not look like that. */
function looksRandom(value: string): boolean {
  const hasAllClasses = /[0-9]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
  const isHex = /^[0-9a-f]{32,}$/i.test(value) && /[a-f]/i.test(value) && /[0-9]/.test(value);
  return (hasAllClasses || isHex) && entropyBits(value) >= 3.3;
}

/** Shannon's entropy of a text, in bits for each character. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
