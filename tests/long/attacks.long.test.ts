/** The attacks at full size, with the figures of docs/evidence/reliability.md. For a machine with nothing else to do. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Application, startApplication } from '#tests/support/application.ts';
import { memoryOf, pairsOf, pipeline, sendPairs } from '#tests/support/attacks.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { flood, percentile, timings } from '#tests/support/flood.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { seen, whole } from '#tests/support/seen.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  for (let count = 0; count < 60; count++) await aProduct(fresh.db);
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

const ms = (value: number) => `${value.toFixed(1)} ms`;

/** A page's times for some seconds, after everything has run once. */
async function quiet(path: string, milliseconds = 3000): Promise<number[]> {
  await timings(app.origin, path, afterwards(1000));
  return timings(app.origin, path, afterwards(milliseconds));
}

function afterwards(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}

// First, while the process is small: memory freed by earlier tests would hide what this one uses.
test('400 × 2,300 unread requests cost less than 150 MB and keep the guest page p95 under 200 ms', async () => {
  await quiet('/');
  const before = memoryOf(app);
  const attack = pipeline(app, 400);
  let most = 0;
  const over = afterwards(15_000);
  const took = await timings(app.origin, '/', () => {
    most = Math.max(most, memoryOf(app));
    return over();
  });
  attack.stop();
  seen(
    'unread-requests',
    `+ ${whole(most - before)} MB; p95 ${ms(percentile(took, 0.95))}, longest ${ms(Math.max(...took))}`,
  );
  expect(most - before).toBeLessThan(150);
  expect(percentile(took, 0.95)).toBeLessThan(200);
});

test('twelve megabytes of pairs raise the p95 of other requests by less than 50 ms', async () => {
  const before = percentile(await quiet('/about'), 0.95);
  const pairs = pairsOf(12 * 1024 * 1024);
  const over = afterwards(5000);
  const others = timings(app.origin, '/about', over);
  let sent = 0;
  for (; !over(); sent++)
    expect([0, 413]).toContain(await sendPairs(app, pairs, { chunked: sent % 2 === 1 }));
  const took = await others;
  const during = percentile(took, 0.95);
  seen('pairs-as-a-form', `${whole(sent)} bodies: from ${before.toFixed(1)} to ${ms(during)}`);
  expect(during - before).toBeLessThan(50);
});

test('with 300 clients on uncached pages, health answers, orders are placed, and the first page afterwards is quick', async () => {
  const product = await aProduct(fresh.db, { onHand: 2000, limitMg: 1 });
  const buyers = await Promise.all(
    Array.from({ length: 200 }, async () => signedIn(fresh.db, await aPerson(fresh.db))),
  );
  const load = flood(app.origin, 300, (number) => `/products?q=word${number}`);
  const over = afterwards(15_000);
  const health = timings(app.origin, '/healthz', over);
  const kept = timings(app.origin, '/about', over);
  const orders: number[] = [];
  let refused = 0;
  for (let count = 0; !over(); count++) {
    const began = performance.now();
    const response = await postForm(
      app,
      '/checkout',
      { key: randomUUID(), lines: `${product}:1`, slot: aSlot(), birthDate: '' },
      { cookie: buyers[count % buyers.length] ?? '' },
    );
    orders.push(performance.now() - began);
    if (!response.headers.get('location')?.startsWith('/success')) refused += 1;
  }
  load.stop();
  const began = performance.now();
  // As soon as the shop has noticed that three hundred connections are gone.
  const statusAfterwards = async () => {
    const answer = await fetch(`${app.origin}/products?q=afterwards`);
    await answer.text();
    return answer.status;
  };
  await expect.poll(statusAfterwards, { interval: 20, timeout: 5000 }).toBe(200);
  const first = performance.now() - began;
  const count = (status: number) => load.statuses.get(status) ?? 0;
  const p95 = (values: readonly number[]) => ms(percentile(values, 0.95));
  seen(
    'uncached-searches',
    `${whole(count(200))} pages and ${whole(count(503))} answers 503 (p95 ${p95(load.took.get(503) ?? [])}); ` +
      `health p95 ${p95(await health)}, cached page p95 ${p95(await kept)}; ` +
      `${orders.length} orders, ${refused} refused, p95 ${p95(orders)}; next page after ${ms(first)}`,
  );
  expect([...load.statuses.keys()].sort()).toEqual([200, 503]);
  expect(load.withoutRetry).toBe(0);
  expect(refused).toBe(0);
  expect(percentile(await health, 0.95)).toBeLessThan(500);
  expect(first).toBeLessThan(500);
});
