/** The query commands take what the tools take: the same bounds, defaults and lists, so that one question is one question. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod';
import type { Command } from '../../src/cli/command.js';
import { contextCommand } from '../../src/cli/context-command.js';
import { flagName } from '../../src/cli/options.js';
import { pathCommand } from '../../src/cli/path-command.js';
import { relateCommand } from '../../src/cli/relate-command.js';
import { searchCommand } from '../../src/cli/search-command.js';
import { CODE_TOOLS } from '../../src/serve/code-tools/all.js';

/** What a tool's schema says about a field. */
interface Field {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
}

const PAGE = { maxTokens: 'max_tokens' } as const;
const PAIRS: readonly (readonly [
  command: Command,
  tool: string,
  fields: Readonly<Record<string, string>>,
])[] = [
  [searchCommand, 'kg_search', { type: 'node_types', limit: 'limit', ...PAGE }],
  [
    relateCommand,
    'kg_relate',
    { edge: 'edge_types', direction: 'direction', depth: 'depth', limit: 'limit', ...PAGE },
  ],
  [contextCommand, 'kg_context', PAGE],
  [pathCommand, 'kg_path', { edge: 'edge_types', maxDepth: 'max_depth', ...PAGE }],
];

function fieldsOf(name: string): Readonly<Record<string, Field>> {
  const tool = CODE_TOOLS.find((each) => each.name === name);
  assert.ok(tool !== undefined, name);
  return z.toJSONSchema(tool.input).properties as Readonly<Record<string, Field>>;
}

for (const [command, tool, names] of PAIRS) {
  describe(`kg-memory ${command.name} and ${tool}`, () => {
    const fields = fieldsOf(tool);

    for (const [key, name] of Object.entries(names)) {
      it(`${flagName(key)} is ${name}`, () => {
        const field = fields[name];
        const option = command.options[key];
        assert.ok(field !== undefined && option !== undefined);
        const read = (text: string) => option.read([text], flagName(key));
        assert.deepEqual(option.read([], flagName(key)), field.default);
        const { minimum, maximum } = field;
        if (minimum !== undefined && maximum !== undefined) {
          assert.deepEqual([read(`${minimum}`), read(`${maximum}`)], [minimum, maximum]);
          assert.throws(() => read(`${minimum - 1}`));
          assert.throws(() => read(`${maximum + 1}`));
        }
        const list = field.items?.enum;
        if (list !== undefined) assert.deepEqual(read(list.join(',')), list);
        for (const word of field.enum ?? []) assert.equal(read(word), word);
      });
    }

    it('leaves nothing out', () => {
      const own = Object.keys(command.options).length + command.operands.length;
      assert.equal(own, Object.keys(fields).length);
    });
  });
}
