/**
 * The help as text, made from the commands and their options: the overview, one command, the settings. Eighty columns,
 * no colours, the same on every machine.
 */
import { version } from '../kernel/version.js';
import type { Command, Operand } from './command.js';
import { GLOBAL_OPTIONS, SETTING_OPTIONS } from './global-options.js';
import { flagName, type Option, type OptionTable } from './options.js';
import { wrapWords } from './wrap-words.js';

// What a terminal shows whole when nobody has widened it.
const COLUMNS = 80;
const EXIT_CODES: readonly Row[] = [
  ['0', 'done'],
  ['1', 'failed'],
  ['2', 'wrongly called, or a setting is wrong'],
  ['3', 'not indexed, without a Python file, or not as it should be (status, verify)'],
  ['130', 'ended by Ctrl-C'],
];
// Names longer than this stand on a line of their own.
const NAME_COLUMNS_MAX = 24;

/** What `kg-memory` alone prints. */
export function renderOverview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): Row => [name, summary]);
  return joinParts([
    [`kg-memory ${version}: a code graph of Python projects, for people and coding agents`],
    ['Usage:', '  kg-memory <command> [arguments] [options]'],
    [
      'Commands:',
      ...table([...rows, ['help [command]', 'This help, that of a command, or of the settings']]),
    ],
    ['Options:', ...optionLines(GLOBAL_OPTIONS)],
    ['Every setting is an option too: kg-memory help settings'],
    ['Examples:', '  kg-memory index ~/code/bakery', '  kg-memory -C ~/code/bakery search oven'],
    ['Exit codes:', ...table(EXIT_CODES)],
  ]);
}

/** What `kg-memory help <command>` and `kg-memory <command> --help` print. */
export function renderCommandHelp(command: Command): string {
  const { name, summary, about, operands, options, examples } = command;
  const paragraphs = about.flatMap((paragraph) => ['', ...wrapWords(paragraph, COLUMNS)]);
  return joinParts([
    [summary, ...paragraphs],
    ['Usage:', `  ${usageOf(command)}`],
    operands.length === 0 ? [] : ['Arguments:', ...table(operands.map(({ name, why }): Row => [name, why]))],
    Object.keys(options).length === 0 ? [] : ['Options:', ...optionLines(options)],
    ['Options of every command:', ...optionLines(GLOBAL_OPTIONS)],
    ['Every setting is an option too: kg-memory help settings'],
    ['Examples:', ...examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`])],
  ]).replace(/^/, `kg-memory ${name}: `);
}

/** `kg-memory search <query> [options]`. */
export function usageOf({ name, operands, options }: Command): string {
  const words = operands.map(spellOperand);
  return ['kg-memory', name, ...words, ...(Object.keys(options).length === 0 ? [] : ['[options]'])].join(' ');
}

/** What `kg-memory help settings` prints. */
export function renderSettingsHelp(): string {
  return joinParts([
    wrapWords(
      'Settings as options. They win over the variables (KG_ and the name in capitals), those over kg-memory.toml in the project, that over your own config.toml. kg-memory config shows what is in force.',
      COLUMNS,
    ),
    ['Options:', ...optionLines(SETTING_OPTIONS)],
  ]);
}

type Row = readonly [name: string, text: string];

function optionLines(options: OptionTable): string[] {
  return table(
    Object.entries(options).map(([key, option]): Row => [spellOption(key, option), textOf(option)]),
  );
}

function spellOption(key: string, { short, takes, isTwoWay }: Option<unknown>): string {
  const letter = short === undefined ? '' : `-${short}, `;
  const flag = isTwoWay ? flagName(key).replace('--', '--[no-]') : flagName(key);
  return `${letter}${flag}${takes === undefined ? '' : ` ${takes}`}`;
}

function textOf({ why, standard }: Option<unknown>): string {
  return standard === undefined ? why : `${why} [${standard}]`;
}

function spellOperand({ name, isRequired, isMany }: Operand): string {
  return `${isRequired ? `<${name}>` : `[${name}]`}${isMany === true ? '…' : ''}`;
}

function table(rows: readonly Row[]): string[] {
  const fitting = rows.map(([name]) => name.length).filter((length) => length <= NAME_COLUMNS_MAX);
  const column = Math.max(0, ...fitting) + 4;
  return rows.flatMap(([name, text]) => {
    const [first = '', ...more] = wrapWords(text, COLUMNS - column);
    const indent = ' '.repeat(column);
    const rest = more.map((line) => indent + line);
    return name.length > NAME_COLUMNS_MAX
      ? [`  ${name}`, indent + first, ...rest]
      : [`  ${name}`.padEnd(column) + first, ...rest];
  });
}

function joinParts(parts: readonly (readonly string[])[]): string {
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}
