import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Collector, openCollector } from '#tests/support/otlp-collector.ts';
import { askOutside } from '../outgoing/outbound.ts';
import { lostSpans, openTracing } from './open-tracing.ts';
import { currentSpan, inSpan, inTrace, startTrace } from './span.ts';

const REMOTE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const UNSAMPLED = REMOTE.replace(/1$/, '0');
const settings = {
  root: join(import.meta.dirname, '../../..'),
  ...{ headers: { 'x-team': 'farm' }, service: 'shop', version: '1' },
  share: 1,
};

let collector: Collector;
let close: (() => Promise<void>) | null;

beforeEach(async () => {
  collector = await openCollector();
  close = null;
});
afterEach(async () => {
  await close?.();
  await collector.stop();
});

const open = async (changes: Partial<Parameters<typeof openTracing>[0]> = {}) => {
  close = await openTracing({ ...settings, endpoint: collector.endpoint, ...changes }, (line) => {
    throw new Error(line);
  });
  return close;
};
const many = (count: number) => {
  for (let nth = 0; nth < count; nth++) startTrace({ name: 'a', kind: 'internal' })?.end();
};
const shortest = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

test('while traces are off the work runs, and there is no span', async () => {
  expect(await inTrace({ name: 'job', kind: 'consumer' }, async () => currentSpan())).toBeNull();
  expect(await inSpan({ name: 'part', kind: 'client' }, async (span) => span)).toBeNull();
});

test.each(['none of the SDK', 'half of the SDK'])(
  'with %s one sentence names the command that installs it, and the work runs',
  async (there) => {
    const root = mkdtempSync(join(tmpdir(), 'farmgate-tracing-'));
    const folder = join(root, 'scripts/tracing/node_modules/@opentelemetry/sdk-trace');
    mkdirSync(folder, { recursive: true });
    if (there === 'half of the SDK')
      writeFileSync(join(folder, 'index.js'), "require('./not-written-yet.js');");
    const said: string[] = [];
    const end = await openTracing({ ...settings, endpoint: collector.endpoint, root }, (line) =>
      said.push(line),
    );
    rmSync(root, { recursive: true });
    expect(said).toEqual([expect.stringMatching(/^[^.]+ run npm run install-tracing, and start again\.$/)]);
    expect(await inTrace({ name: 'job', kind: 'consumer' }, async () => currentSpan())).toBeNull();
    await end();
  },
);

test('a span knows its parent and its cause, and arrives with the headers when the shop stops', async () => {
  const end = await open();
  const job = { name: 'process mail', kind: 'consumer' as const };
  await inTrace(
    job,
    () =>
      inSpan({ name: 'send mail', kind: 'client', attributes: { size: 3 } }, async (span) =>
        span?.set({ more: 'yes' }),
      ),
    { cause: REMOTE },
  );
  await end();
  const [part, whole] = collector.spans();
  expect(whole).toMatchObject({ name: 'process mail', kind: 5 });
  expect(whole?.links).toMatchObject([{ spanId: 'b7ad6b7169203331' }]);
  expect(whole?.traceId).not.toBe(REMOTE.slice(3, 35));
  expect(part).toMatchObject({ name: 'send mail', parentSpanId: whole?.spanId, traceId: whole?.traceId });
  expect(part?.attributes).toEqual({ size: 3, more: 'yes' });
  expect(collector.headers[0]).toMatchObject({ 'x-team': 'farm' });
  expect(collector.bodies[0]).toContain('"service.name","value":{"stringValue":"shop"}');
});

test('a failure has its kind and never its words', async () => {
  const end = await open();
  const failing = inTrace({ name: 'job', kind: 'consumer' }, () =>
    Promise.reject(Object.assign(new Error('maria@example.com is taken'), { code: '23505' })),
  );
  await expect(failing).rejects.toThrow('maria');
  await end();
  expect(collector.spans()[0]).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '23505' } });
  expect(collector.bodies.join()).not.toContain('maria');
});

test('what is asked outside has host and status, and no path: some of them are secrets', async () => {
  const end = await open();
  const url = new URL(`${collector.endpoint}/push-of-maria?token=secret`);
  const outbound = { ...{ method: 'POST', url, headers: {}, body: null }, timeout: 5000, publicOnly: false };
  await inTrace({ name: 'job', kind: 'consumer' }, () => askOutside(outbound));
  await end();
  expect(collector.spans()[0]).toMatchObject({
    name: 'POST',
    attributes: { 'http.response.status_code': 404 },
  });
  expect(collector.bodies.join()).not.toMatch(/maria|secret/);
});

test('a span outside of any trace is not recorded, and a caller that took no sample has none here', async () => {
  const end = await open();
  await inSpan({ name: 'housekeeping', kind: 'client' }, async () => undefined);
  await inTrace({ name: 'unsampled', kind: 'server' }, async () => undefined, { caller: UNSAMPLED });
  await inTrace({ name: 'continued', kind: 'server' }, async () => undefined, { caller: REMOTE });
  await inTrace({ name: 'new', kind: 'server' }, async () => undefined, { caller: 'maria' });
  await end();
  const [first, second] = collector.spans();
  expect(collector.spans().map(({ name }) => name)).toEqual(['continued', 'new']);
  expect(first).toMatchObject({ traceId: REMOTE.slice(3, 35), parentSpanId: 'b7ad6b7169203331' });
  expect(second?.parentSpanId ?? '').toBe('');
});

test.each([
  [0, 0],
  [1, 5],
])('a share of %d sends %d of 5', async (share, sent) => {
  const end = await open({ share });
  many(5);
  await end();
  expect(collector.spans()).toHaveLength(sent);
});

test('a dead collector fails nothing, and what it misses is counted', async () => {
  await collector.stop();
  const end = await open();
  expect(await inTrace({ name: 'job', kind: 'consumer' }, async () => 'done')).toBe('done');
  many(3000);
  expect(lostSpans()).toBe(3001 - 2048);
  // Its retries go on, and the stop does not wait for them.
  expect(await shortest(end)).toBeLessThan(3000);
});

test('a silent collector makes no one wait: the queue fills, and a stop ends in its time', async () => {
  collector.be('silent');
  const end = await open();
  expect(
    await shortest(() => inTrace({ name: 'job', kind: 'consumer' }, async () => many(5000))),
  ).toBeLessThan(2000);
  expect(lostSpans()).toBe(5001 - 2048);
  expect(await shortest(end)).toBeLessThan(3000);
});

test('a collector that answers 500 loses those spans and gets the next ones', async () => {
  collector.be('failing');
  await open();
  many(600);
  await expect.poll(lostSpans).toBe(600);
  collector.be('up');
  many(2);
  await expect.poll(() => collector.spans().length).toBe(2);
  expect(lostSpans()).toBe(600);
});
