/** What those who watch the shop get over real HTTP: readiness, figures, traces, and ids of requests. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stockChecks } from '#db/schema/operations.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type Collector, openCollector } from '#tests/support/otlp-collector.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';

const TOKEN = 'token-of-the-test-that-watches-0123456789';
const GIVEN = '7f3a9c0d-5b1e-4f6a-9c8d-000000000001';
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
/** Has Node print which of OpenTelemetry's packages a process loads. */
const hook = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  if (name.startsWith('@opentelemetry/sdk')) console.log('loads', name);
  return next(name, context);
} });`;
const gate = { cookie: 'age_verified=yes' };

let fresh: FreshDatabase;
let proxied: Application;
let plain: Application;
let collector: Collector;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  await fresh.db
    .insert(stockChecks)
    .values({ checkedAt: new Date(), products: 40, mismatches: 3, productIds: [1, 2, 3] });
  collector = await openCollector();
  const shared = {
    ...{ NODE_ENV: 'production', DATABASE_URL: fresh.url },
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
  };
  proxied = await startApplication({
    ...{ ...shared, METRICS_TOKEN: TOKEN, TRUSTED_PROXIES: '127.0.0.0/8,::1' },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  });
  plain = await startApplication({ ...shared, DRAIN_SECONDS: '3' });
});
afterAll(async () => {
  await proxied?.stop();
  await plain?.stop();
  await collector?.stop();
  await fresh.stop();
});

const ask = (path: string, headers: Record<string, string> = {}, app = proxied) =>
  fetch(app.origin + path, { redirect: 'manual', headers });
const figures = async () => (await ask('/metrics', { authorization: `Bearer ${TOKEN}` })).text();
const figure = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? Number.NaN,
  );

test('without the setting there is no /metrics, and without the token no one reads it, an admin neither', async () => {
  expect((await ask('/metrics', { authorization: `Bearer ${TOKEN}` }, plain)).status).toBe(404);
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  for (const headers of [
    {},
    { cookie },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${TOKEN.slice(1)}` },
  ]) {
    const response = await ask('/metrics', headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('farmgate');
  }
  for (const path of ['/METRICS', '/metrics/', '/metrics.data', `/metrics?token=${TOKEN}`])
    expect((await ask(path)).status).toBeGreaterThanOrEqual(400);
});

test('the figures are lines as Prometheus reads them, and have every part that is watched', async () => {
  const text = await figures();
  const line =
    /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[\w+. -]*"(?:,\w+="[\w+. -]*")*\})? (?:[\d.e+-]+|NaN)|)$/;
  expect(
    text
      .trimEnd()
      .split('\n')
      .filter((each) => !line.test(each)),
  ).toEqual([]);
  for (const name of [
    ...[
      'farmgate_jobs_waiting',
      'farmgate_oldest_job_seconds',
      'farmgate_mails_waiting',
      'farmgate_mails_failed_day',
    ],
    ...[
      'farmgate_pool_in_use',
      'farmgate_pool_waiting',
      'farmgate_live_streams',
      'farmgate_cached_pages_total',
    ],
    ...[
      'farmgate_state_reports_waiting',
      'farmgate_state_reports_oldest_seconds',
      'farmgate_state_reports_refused',
      'farmgate_state_reports_sent_total',
    ],
    ...['farmgate_reports_from_primary_total', 'farmgate_spans_lost_total'],
    ...['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'],
  ])
    expect(figure(text, name)).toBeGreaterThanOrEqual(0);
  expect(figure(text, 'farmgate_database_up')).toBe(1);
  expect(figure(text, 'farmgate_stock_mismatch')).toBe(3);
});

test('what only grows is a counter with a name that ends in _total, and nothing else is', async () => {
  const types = [...(await figures()).matchAll(/^# TYPE (farmgate_\w+) (\w+)$/gm)];
  expect(types.length).toBeGreaterThan(10);
  for (const [, name = '', type] of types)
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
});

test('guest pages from the cache are counted, and no path of a visitor becomes a label', async () => {
  await ask('/products', gate);
  const before = figure(await figures(), 'farmgate_cached_pages_total');
  for (let nth = 0; nth < 5; nth++) await ask('/products', gate);
  for (let nth = 0; nth < 50; nth++) await ask(`/nothing-${nth}/"}{x="y`, gate);
  const text = await figures();
  expect(figure(text, 'farmgate_cached_pages_total') - before).toBe(5);
  expect(text).toMatch(/^farmgate_requests_total\{kind="page",status="4xx"\} (?:[5-9]\d|\d{3,})$/m);
  expect(text).not.toContain('nothing');
  expect(text.split('\n').length).toBeLessThan(400);
});

test('requests of the API are counted and traced by operation, and none by what was typed', async () => {
  await Promise.all(['/api/v1/menu?limit=1', '/api/v1/products/7', '/api/v1/maria'].map((path) => ask(path)));
  const text = await figures();
  const counted = [...text.matchAll(/^farmgate_requests_total\{(kind="api".*)\} 1$/gm)].map(
    ([, labels]) => labels,
  );
  expect(counted.sort()).toEqual([
    'kind="api",operation="none",status="4xx"',
    'kind="api",operation="readMenu",status="4xx"',
    'kind="api",operation="readProduct",status="4xx"',
  ]);
  expect(text).toContain('farmgate_request_seconds_count{kind="api",operation="readMenu"} 1');
  expect(text).not.toContain('maria');
});

test('a request has the id that the proxy gave, and only an id in the strict form', async () => {
  expect((await ask('/cart', { ...gate, 'x-request-id': GIVEN })).headers.get('x-request-id')).toBe(GIVEN);
  for (const given of ['short', 'maria@example.com-12345678', `${GIVEN}%0d%0aX: y`, 'a1'.repeat(500)]) {
    const id = (await ask('/cart', { ...gate, 'x-request-id': given })).headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('without a trusted proxy a request gets an id of our own', async () => {
  const response = await ask('/cart', { ...gate, 'x-request-id': GIVEN }, plain);
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('x-request-id')).not.toBe(GIVEN);
});

test('the error page gives the same id', async () => {
  // A page that a form of another kind was sent to: refused, and not found by a link.
  const response = await fetch(`${proxied.origin}/cart`, {
    method: 'POST',
    headers: {
      ...gate,
      origin: proxied.origin,
      accept: 'text/html',
      'x-request-id': GIVEN,
      'content-type': 'text/plain',
    },
    body: 'x',
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.headers.get('x-request-id')).toBe(GIVEN);
  expect(await response.text()).toContain(GIVEN);
});

test('an instance that stops is not ready, still answers while it drains, and then ends with code 0', async () => {
  expect(await (await ask('/readyz', {}, plain)).text()).toBe('ready');
  const stopped = plain.stop();
  await pause(500);
  const [ready, health, page] = await Promise.all(
    ['/readyz', '/healthz', '/products'].map((path) => ask(path, gate, plain)),
  );
  expect([ready?.status, health?.status, page?.status]).toEqual([503, 200, 200]);
  expect(await stopped).toBe(0);
  await expect(ask('/readyz', {}, plain)).rejects.toThrow();
});

test('without a collector no package of OpenTelemetry’s is loaded', () => {
  expect(proxied.output()).toContain('loads @opentelemetry/sdk-trace');
  expect(plain.output()).not.toContain('loads');
});

test('a trace that the proxy began goes on, named by the route; cached pages and probes are in none', async () => {
  await ask('/orders/maria@example.com?from=maria', {
    ...{ ...gate, traceparent: TRACEPARENT, 'x-request-id': GIVEN },
  });
  for (const path of ['/healthz', '/products', '/products', '/api/v1/menu-feed']) await ask(path, gate);
  const named = (name: string) => collector.spans().filter((span) => span.name === name);
  await expect.poll(() => named('GET /orders/:orderId').length).toBe(1);
  const [span] = named('GET /orders/:orderId');
  expect(span).toMatchObject({ traceId: TRACEPARENT.slice(3, 35), parentSpanId: TRACEPARENT.slice(36, 52) });
  expect(span?.attributes['farmgate.request_id']).toBe(GIVEN);
  await expect.poll(() => named('GET /api/v1/menu-feed').length).toBe(1);
  expect(named('GET /api/v1/menu-feed')[0]?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/v1/menu-feed',
    'farmgate.kind': 'api',
    'farmgate.operation': 'readMenuFeed',
  });
  const all = collector.spans().map(({ attributes }) => attributes['farmgate.kind']);
  expect(all).not.toContain('probe');
  expect(named('GET /products').filter(({ kind }) => kind === 2)).toEqual([]);
  expect(collector.bodies.join()).not.toContain('maria');
});

test('a silent collector delays neither pages nor the stop', async () => {
  collector.be('silent');
  for (let nth = 0; nth < 20; nth++) expect((await ask('/cart', gate)).status).toBe(200);
  expect(await proxied.stop()).toBe(0);
});
