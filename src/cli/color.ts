/**
 * Whether to colour an answer, and how. The answers are markdown: headings become bold, names in backticks blue, the last
 * line, which is the state of the index, faint. No character is added or taken away, so that what is seen can be copied.
 */

/** The variables that matter: NO_COLOR (no-color.org), FORCE_COLOR, TERM. */
export type ColorVariables = Readonly<Record<string, string | undefined>>;

/** The option decides, then NO_COLOR, then FORCE_COLOR (`0` and `false` say no), then whether it is a terminal. */
export function wantsColor(
  option: boolean | undefined,
  variables: ColorVariables,
  isTerminal: boolean,
): boolean {
  if (option !== undefined) return option;
  if ((variables.NO_COLOR ?? '') !== '') return false;
  const forced = variables.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && variables.TERM !== 'dumb';
}

const BOLD = ['\x1b[1m', '\x1b[22m'] as const;
const FAINT = ['\x1b[2m', '\x1b[22m'] as const;
const CYAN = ['\x1b[36m', '\x1b[39m'] as const;

/** Markdown with colours. Lines of code blocks stay as they are. */
export function paintMarkdown(text: string): string {
  let fence: string | undefined;
  const lines = text.split('\n').map((line) => {
    const mark = /^`{3,}/.exec(line)?.[0];
    if (fence !== undefined) {
      if (line === fence) fence = undefined;
      return fence === undefined ? dye(line, FAINT) : line;
    }
    fence = mark;
    return mark === undefined ? paintLine(line) : dye(line, FAINT);
  });
  return lines.join('\n');
}

function paintLine(line: string): string {
  if (/^#{1,3} /.test(line)) return dye(line, BOLD);
  if (line.startsWith('Index: ')) return dye(line, FAINT);
  return line.replace(/(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, (span) => dye(span, CYAN));
}

function dye(text: string, [on, off]: readonly [string, string]): string {
  return text === '' ? '' : `${on}${text}${off}`;
}
