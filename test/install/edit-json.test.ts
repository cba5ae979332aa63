/** The editor of JSON: what it adds and takes out, in documents of any shape and any way of writing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { addToJson, removeFromJson } from '../../src/install/edit-json.js';
import type { Entry } from '../../src/install/entry.js';

const FILE = 'settings.json';
const read = (text: string) => JSON.parse(JSON.stringify(parse(text, [], { allowTrailingComma: true })));
const server: Entry = { how: 'set', path: ['mcpServers', 'kg'], value: { url: 'http://127.0.0.1:8765/mcp' } };
const hook: Entry = { how: 'append', path: ['hooks', 'SessionStart'], value: { hooks: [{ command: 'kg' }] } };

/** Members of a document beside and in the places of ours. */
const documents = fc.record(
  {
    theme: fc.jsonValue(),
    mcpServers: fc.dictionary(fc.constantFrom('docs', 'tides', 'kg-old'), fc.jsonValue()),
    hooks: fc.record(
      { SessionStart: fc.array(fc.jsonValue(), { maxLength: 3 }), Stop: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
/** How it is written: indented or not, with a comma and a comment after the last member or without. */
const writings = fc.record({
  indent: fc.constantFrom('', '  ', '    ', '\t'),
  eol: fc.constantFrom('\n', '\r\n'),
  hasComments: fc.boolean(),
});

function write(
  document: unknown,
  { indent, eol, hasComments }: { indent: string; eol: string; hasComments: boolean },
): string {
  const text = JSON.stringify(document, null, indent);
  const commented =
    hasComments && indent !== '' ? text.replace(/([^\s{[,])\n(\s*[}\]])/g, '$1, // the last\n$2') : text;
  return `${commented}\n`.replaceAll('\n', eol);
}

describe('the editor of JSON', () => {
  it('adds what is asked for and nothing else, once, and takes it out again', () => {
    fc.assert(
      fc.property(documents, writings, (document, writing) => {
        const text = write(document, writing);
        const entries = [server, hook];
        const added = addToJson(text, entries, FILE);
        const { mcpServers = {}, hooks = {}, ...rest } = read(text);
        const { SessionStart = [], ...others } = hooks;
        assert.deepEqual(read(added), {
          ...rest,
          mcpServers: { ...mcpServers, kg: server.value },
          hooks: { ...others, SessionStart: [...SessionStart, hook.value] },
        });
        assert.equal(addToJson(added, entries, FILE), added);
        assert.deepEqual(read(removeFromJson(added, entries, text, FILE)), read(text));
        assert.equal(/[^\r]\n/.test(added), writing.eol === '\n', 'its line ends are those of the document');
      }),
      { numRuns: 300 },
    );
  });

  it('writes as what stands around it is written', () => {
    const edited = (text: string) => addToJson(text, [server], FILE);
    const value = '{\n      "url": "http://127.0.0.1:8765/mcp"\n    }';
    assert.equal(edited(''), `{\n  "mcpServers": {\n    "kg": ${value}\n  }\n}\n`);
    assert.equal(
      edited('{\n  // mine\n  "a": 1, // one\n  /* end */\n}\n'),
      `{\n  // mine\n  "a": 1, // one\n  "mcpServers": {\n    "kg": ${value}\n  },\n  /* end */\n}\n`,
    );
    assert.equal(
      edited('{"mcpServers":{"docs":{}}}'),
      '{"mcpServers":{"docs":{}, "kg": {"url":"http://127.0.0.1:8765/mcp"}}}',
    );
    assert.equal(edited('\ufeff{}').startsWith('\ufeff{'), true);
  });
});
