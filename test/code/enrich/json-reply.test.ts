/** JSON in replies as models wrap it: bare, fenced, among sentences and other braces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonReply } from '../../../src/code/enrich/json-reply.js';

const LOAF = { loaf: 'a "round} one" {', grams: [750] };
const TEXT = JSON.stringify(LOAF, null, 1);

test('the object is found wherever it stands', () => {
  for (const reply of [
    TEXT,
    `\n ${TEXT}\n`,
    `\`\`\`json\n${TEXT}\n\`\`\``,
    `Here:\r\n\`\`\`JSON\r\n${TEXT}\r\n\`\`\`\r\nAs {you} asked.`,
    `\`\`\`\n${TEXT}`,
    `~~~\n${TEXT}\n~~~ in {braces}`,
    `In the form {"loaf", "grams"} it is ${TEXT}, I {think}.`,
  ]) {
    assert.deepEqual(readJsonReply(reply), LOAF, reply);
  }
});

test('what is cut or holds none is no reply, and a reply of nothing but braces ends soon', () => {
  for (const reply of ['', 'I cannot.', TEXT.slice(0, -1), '}{', '{'.repeat(200_000)]) {
    assert.equal(readJsonReply(reply), undefined);
  }
});
