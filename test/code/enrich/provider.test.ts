/** The client against a real HTTP server: what it asks for, what it does when it is refused, and when it gives up. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { ModelOptions } from '../../../src/code/enrich/endpoint.js';
import { ModelFailure } from '../../../src/code/enrich/model-failure.js';
import { ModelClient, type Patience } from '../../../src/code/enrich/provider.js';
import { Meter } from '../../../src/code/enrich/usage.js';
import { KgError } from '../../../src/kernel/errors.js';
import { Secret } from '../../../src/kernel/secret.js';
import { acceptingOnly, ModelServer } from '../../support/model-server.js';
import { until } from '../../support/until.js';

const KEY = 'sk-bakery-0123456789';
const server = await ModelServer.start(() => ({ text: 'ready' }));
after(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.atOnceMax = 0;
  server.givenUp = 0;
});

const PROMPT = { system: 'You bake.', user: 'Bake.' };
const SHAPE = { name: 'loaf', schema: { type: 'object' } };
const NEVER = new AbortController().signal;

function client(options: Partial<ModelOptions> = {}, patience: Partial<Patience> = {}) {
  const meter = new Meter();
  const all: ModelOptions = {
    enabled: true,
    model: 'openai/baker-1',
    provider: 'openai',
    baseUrl: server.url,
    apiKey: new Secret(KEY),
    concurrency: 2,
    sources: ['adr'],
    ...options,
  };
  return { model: new ModelClient(all, meter, { backoffMs: 1, ...patience }), meter };
}

async function failureOf(promise: Promise<unknown>): Promise<ModelFailure> {
  const error = await promise.then(
    () => assert.fail('it was answered'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ModelFailure, String(error));
  assert.ok(!`${error.message} ${error.hint}`.includes(KEY), 'the key is never told');
  return error;
}

test('asks for the schema, with the key, and counts what it cost', async () => {
  server.script = () => ({ text: '{"loaves":3}' });
  const { model, meter } = client();
  assert.equal(await model.chat({ prompt: PROMPT, shape: SHAPE, signal: NEVER }), '{"loaves":3}');
  const [asked] = server.asked;
  assert.equal(asked?.path, '/v1/chat/completions');
  assert.equal(asked?.authorization, `Bearer ${KEY}`);
  assert.equal(asked?.format, 'json_schema');
  assert.deepEqual([asked?.system, asked?.user], ['You bake.', 'Bake.']);
  assert.deepEqual(meter.usage, { calls: 1, tokensIn: 100, tokensOut: 20, cacheHits: 0, failures: [] });
});

test('an endpoint without schemas is asked for JSON, one without that for text, and is remembered', async () => {
  server.script = acceptingOnly(['text'], () => ({ text: '{}' }));
  const { model } = client();
  await model.chat({ prompt: PROMPT, shape: SHAPE, signal: NEVER });
  await model.chat({ prompt: PROMPT, shape: SHAPE, signal: NEVER });
  assert.deepEqual(
    server.asked.map(({ format }) => format),
    ['json_schema', 'json_object', 'text', 'text'],
  );
});

test('a request that is wrong for another reason is not sent in another form', async () => {
  server.script = () => ({ status: 400, message: 'maximum context length exceeded' });
  const { reason } = await failureOf(client().model.chat({ prompt: PROMPT, shape: SHAPE, signal: NEVER }));
  assert.deepEqual([reason, server.asked.length], ['bad request', 1]);
});

test('a name that the endpoint does not know is tried without the prefix of its provider', async () => {
  server.script = ({ model }) =>
    model === 'baker-1'
      ? { text: 'ready' }
      : { status: 404, message: `model ${model} does not exist`, code: 'model_not_found' };
  const { model } = client();
  await model.chat({ prompt: PROMPT, signal: NEVER });
  await model.chat({ prompt: PROMPT, signal: NEVER });
  assert.deepEqual(
    server.asked.map((asked) => asked.model),
    ['openai/baker-1', 'baker-1', 'baker-1'],
  );
});

test('429 is waited out as long as the endpoint asks, then asked again', async () => {
  server.script = (_, count) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '0' } } : { text: 'ready' };
  const { model, meter } = client();
  assert.equal(await model.chat({ prompt: PROMPT, signal: NEVER }), 'ready');
  assert.equal(meter.usage.calls, 2);
});

test('whoever asks for an hour is told on, at once', async () => {
  server.script = () => ({ status: 429, headers: { 'retry-after': '3600' } });
  const { reason, message } = await failureOf(client().model.chat({ prompt: PROMPT, signal: NEVER }));
  assert.equal(reason, 'rate limit');
  assert.match(message, /asks to wait 3600 seconds/);
  assert.equal(server.asked.length, 1);
});

test('500s are tried four times, then they are a failure', async () => {
  server.script = () => ({ status: 503, message: 'overloaded' });
  const { reason } = await failureOf(client().model.chat({ prompt: PROMPT, signal: NEVER }));
  assert.deepEqual([reason, server.asked.length], ['server error', 4]);
});

test('a connection that is dropped is tried again', async () => {
  server.script = (_, count) => (count === 1 ? { drop: true } : { text: 'ready' });
  assert.equal(await client().model.chat({ prompt: PROMPT, signal: NEVER }), 'ready');
});

test('a hang ends with the time, and the request is closed', async () => {
  server.script = () => ({ hang: true });
  const { reason } = await failureOf(
    client({}, { timeoutMs: 1_500 }).model.chat({ prompt: PROMPT, signal: NEVER }),
  );
  assert.deepEqual([reason, server.asked.length], ['time-out', 1]);
  await until(() => server.givenUp === 1);
});

test('refused keys, missing credit and unknown models are told apart, and the key is never repeated', async () => {
  const reasons: string[] = [];
  for (const scripted of [
    { status: 401, message: `Incorrect API key provided: ${KEY}.` },
    { status: 429, message: 'You exceeded your current quota', code: 'insufficient_quota' },
    { status: 404, message: 'The model baker-1 does not exist' },
    { status: 404, message: 'Not Found' },
  ]) {
    server.script = () => scripted;
    reasons.push((await failureOf(client().model.chat({ prompt: PROMPT, signal: NEVER }))).reason);
  }
  assert.deepEqual(reasons, ['key refused', 'quota', 'not found', 'not found']);
});

test('a web page, an empty reply, a refusal and a cut reply are failures', async () => {
  const reasons: string[] = [];
  for (const scripted of [
    { body: '<html>Welcome</html>', type: 'text/html' },
    { body: '{"object":"list"}' },
    { text: ' ' },
    { text: 'I', finish: 'content_filter' },
    { text: '{"lo', finish: 'length' },
  ]) {
    server.script = () => scripted;
    reasons.push((await failureOf(client().model.chat({ prompt: PROMPT, signal: NEVER }))).reason);
  }
  assert.deepEqual(reasons, ['unreadable', 'unreadable', 'unreadable', 'refused', 'cut short']);
});

test('an error under a status of success is told in its own words, and tried again when it is the endpoint’s', async () => {
  server.script = () => ({ body: `{"error":{"message":"no room for ${KEY}","code":503}}` });
  const { reason, message } = await failureOf(client().model.chat({ prompt: PROMPT, signal: NEVER }));
  assert.deepEqual([reason, server.asked.length], ['server error', 4]);
  assert.match(message, /answered 503: no room for \(the key\)/);
  server.script = () => ({
    body: 'data: {"error":{"message":"the oven is full","code":"full"}}\n\n',
    type: 'text/event-stream',
  });
  const onText = () => undefined;
  const inPieces = await failureOf(client().model.chat({ prompt: PROMPT, signal: NEVER, onText }));
  assert.match(inPieces.message, /answered 500: .*the oven is full/);
});

test('a request is not sent on to another address', async () => {
  server.script = (_, count) =>
    count === 1 ? { status: 307, headers: { location: `${server.url}/elsewhere` } } : { text: 'ready' };
  const { reason, message, hint } = await failureOf(client().model.chat({ prompt: PROMPT, signal: NEVER }));
  assert.deepEqual([reason, server.asked.length], ['not found', 1]);
  assert.match(`${message} ${hint}`, /answered 307: see http:\S+\/elsewhere The address leads elsewhere/);
});

test('a reply comes in pieces when somebody listens, and at one go from those who have no pieces', async () => {
  const pieces: string[] = [];
  const onText = (piece: string) => pieces.push(piece);
  server.script = () => ({ text: 'Bread takes its time.' });
  const { model, meter } = client();
  assert.equal(await model.chat({ prompt: PROMPT, signal: NEVER, onText }), 'Bread takes its time.');
  assert.deepEqual(pieces, ['Bread t', 'akes it', 's time.']);
  assert.deepEqual([meter.usage.tokensIn, meter.usage.tokensOut], [100, 20]);
  pieces.length = 0;
  server.script = () => ({
    body: JSON.stringify({ choices: [{ message: { content: 'Whole.' }, finish_reason: 'stop' }] }),
  });
  assert.equal(await model.chat({ prompt: PROMPT, signal: NEVER, onText }), 'Whole.');
  assert.deepEqual(pieces, ['Whole.']);
});

test('a stream that ends in the middle is a failure, and what was passed on is not sent twice', async () => {
  for (const isAbrupt of [false, true]) {
    const pieces: string[] = [];
    server.asked.length = 0;
    server.script = () => ({ cut: 'Bread takes', isAbrupt });
    const asking = client().model.chat({
      prompt: PROMPT,
      signal: NEVER,
      onText: (piece) => pieces.push(piece),
    });
    const { reason } = await failureOf(asking);
    assert.equal(reason, isAbrupt ? 'no connection' : 'cut short');
    assert.deepEqual([pieces.join(''), server.asked.length], ['Bread takes', 1]);
  }
});

test('a stream that hangs in the middle ends with the time', async () => {
  server.script = async () => ({ hang: true });
  const { reason } = await failureOf(
    client({}, { timeoutMs: 1_500 }).model.chat({ prompt: PROMPT, signal: NEVER, onText: () => undefined }),
  );
  assert.equal(reason, 'time-out');
});

test('a caller who takes the request back is heard at once, while it is asked and while it waits', async () => {
  for (const scripted of [{ hang: true } as const, { status: 429, headers: { 'retry-after': '60' } }]) {
    server.asked.length = 0;
    server.script = () => scripted;
    const caller = new AbortController();
    const asking = client().model.chat({ prompt: PROMPT, signal: caller.signal });
    asking.catch(() => undefined);
    await until(() => server.asked.length === 1);
    caller.abort();
    await assert.rejects(asking, (error) => error instanceof KgError && error.code === 'cancelled');
  }
});

test('no more requests at once than the setting says', async () => {
  server.script = () => new Promise((done) => setImmediate(() => done({ text: 'ready' })));
  const { model } = client({ concurrency: 3 });
  await Promise.all(Array.from({ length: 20 }, () => model.chat({ prompt: PROMPT, signal: NEVER })));
  assert.equal(server.asked.length, 20);
  assert.ok(server.atOnceMax <= 3);
});

test('without a key nothing is sent where one is needed; a server of one’s own gets none', async () => {
  const options = {
    enabled: true,
    model: 'claude-sonnet-4-6',
    provider: 'anthropic',
    concurrency: 1,
    sources: [],
  };
  const { reason, hint } = await failureOf(
    new ModelClient(options, new Meter()).chat({ prompt: PROMPT, signal: NEVER }),
  );
  assert.equal(reason, 'no key');
  assert.match(hint ?? '', /ANTHROPIC_API_KEY/);
  server.script = () => ({ text: 'ready' });
  const own = new ModelClient({ ...options, baseUrl: server.url }, new Meter());
  await own.chat({ prompt: PROMPT, signal: NEVER });
  assert.deepEqual(
    server.asked.map(({ authorization }) => authorization),
    [undefined],
  );
});

test('an address with a password is not asked, and the password is not told', async () => {
  const baseUrl = server.url.replace('//', '//baker:yeast@');
  const { reason, message } = await failureOf(
    client({ baseUrl }).model.chat({ prompt: PROMPT, signal: NEVER }),
  );
  assert.deepEqual([reason, server.asked.length], ['bad request', 0]);
  assert.doesNotMatch(message, /yeast/);
});

test('what a model thinks aloud is no part of its reply', async () => {
  server.script = () => ({ text: '<think>{"loaves":0}?</think>\n{"loaves":3}' });
  assert.equal(await client().model.chat({ prompt: PROMPT, signal: NEVER }), '{"loaves":3}');
});
