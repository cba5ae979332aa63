/** One call of a tool by plain HTTP, for tests that are about what it answers. */
import assert from 'node:assert/strict';

/** The text of the answer; an answer that is an error fails the test. */
export async function callTool(
  url: string,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? text : /^data: (\{.*)$/m.exec(text)?.[1];
  const { content, isError } = JSON.parse(json ?? '{}').result;
  assert.notEqual(isError, true, content[0].text);
  return content[0].text;
}
