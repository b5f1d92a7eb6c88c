/**
 * The attacks that once stopped the shop, small enough for every run. Bounds are wide, because a busy machine is
 * slow as well; the figures themselves are measured by tests/long/attacks.long.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Application, startApplication } from '#tests/support/application.ts';
import { memoryOf, pairsOf, pipeline, sendPairs } from '#tests/support/attacks.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { flood, timings } from '#tests/support/flood.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  for (let count = 0; count < 24; count++) await aProduct(fresh.db);
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

test('two megabytes of pairs, which once blocked the shop for eleven seconds, delay no one', async () => {
  await (await fetch(`${app.origin}/about`)).text();
  const pairs = pairsOf(2 * 1024 * 1024);
  let over = false;
  const others = timings(app.origin, '/about', () => over);
  expect(await sendPairs(app, pairs, { chunked: false })).toBe(413);
  // A request without a length may be cut off before its response is read.
  expect([0, 413]).toContain(await sendPairs(app, pairs, { chunked: true }));
  over = true;
  expect(Math.max(...(await others))).toBeLessThan(4000);
});

test('thousands of requests whose responses no one reads use almost no memory', async () => {
  for (let count = 0; count < 50; count++) await (await fetch(app.origin)).text();
  const before = memoryOf(app);
  const attack = pipeline(app, 10);
  const until = performance.now() + 2000;
  let most = 0;
  await timings(app.origin, '/about', () => {
    most = Math.max(most, memoryOf(app));
    return performance.now() > until;
  });
  attack.stop();
  expect(most - before).toBeLessThan(100);
});

test('an overloaded shop says so, serves orders first, and recovers at once', async () => {
  const product = await aProduct(fresh.db, { onHand: 100 });
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db));
  // A new product drops every cached page; this one is cached again before the rush.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await (await fetch(`${app.origin}/about`)).text();
  const load = flood(app.origin, 300, (number) => `/products?q=word${number}`);
  await expect.poll(() => load.statuses.get(503) ?? 0, { timeout: 20_000 }).toBeGreaterThan(100);
  for (let count = 0; count < 3; count++) {
    const health = await fetch(`${app.origin}/healthz`);
    expect(health.status).toBe(200);
    // A cached page costs nothing, so it is served.
    expect((await fetch(`${app.origin}/about`)).status).toBe(200);
  }
  const order = await postForm(
    app,
    '/checkout',
    { key: randomUUID(), lines: `${product}:1`, slot: aSlot(), birthDate: '' },
    { cookie },
  );
  expect(order.headers.get('location')).toMatch(/^\/success\?order=ORD/);
  // The busy page is the shop's own, for browsers and for programs.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      fetch(`${app.origin}/products?q=page${number}`, {
        headers: number % 2 ? { Accept: 'application/json' } : {},
      }).then(async (response) => ({ status: response.status, number, text: await response.text() })),
    ),
  );
  load.stop();
  const shed = answers.filter(({ status }) => status === 503);
  expect(shed.length).toBeGreaterThan(0);
  for (const { number, text } of shed)
    expect(text).toContain(number % 2 ? '{"message":"The shop is busy.' : '<h1>The shop is busy.</h1>');

  expect([...load.statuses.keys()].sort()).toEqual([200, 503]);
  expect(load.withoutRetry).toBe(0);
  // At once: as soon as the shop has noticed that three hundred connections are gone.
  await expect
    .poll(async () => (await fetch(`${app.origin}/products?q=after`)).status, {
      interval: 50,
      timeout: 2_000,
    })
    .toBe(200);
});
