/**
 * The baseline of the index: one thread reads the same files and parses them with the same grammar, and that is all.
 * It uses the public API of web-tree-sitter and nothing of ours. argv: a file with one absolute path a line.
 */
import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';

const [list = ''] = process.argv.slice(2);
await Parser.init();
const language = await Language.load('grammars/tree-sitter-python.wasm');
const parser = new Parser();
parser.setLanguage(language);
for (const path of readFileSync(list, 'utf8').split('\n')) {
  if (path !== '') parser.parse(readFileSync(path, 'utf8'))?.delete();
}
