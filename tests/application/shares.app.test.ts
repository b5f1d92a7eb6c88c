/**
 * One visitor with many connections beside everyone else. Limits are wide, because a busy machine is slow too;
 * tests/long/shares.long.test.ts measures the figures.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '#tests/support/application.ts';
import { trickle } from '#tests/support/attacks.ts';
import { type CrowdedShop, crowdedShop, OTHER, requestsOf } from '#tests/support/crowd.ts';
import { flood, percentile, timings } from '#tests/support/flood.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { inParallel } from '#tests/support/requests.ts';

let shop: CrowdedShop;
let app: Application;

beforeAll(async () => {
  shop = await crowdedShop();
  app = shop.app;
});
afterAll(() => shop?.stop());

test('forty endless uploads by guests and forty by one customer block no one else’s upload', async () => {
  const picture = await sharp({ create: { width: 480, height: 360, channels: 3, background: '#24503b' } })
    .jpeg()
    .toBuffer();
  const product = await aProduct(shop.fresh.db);
  const staff = await signedIn(shop.fresh.db, await aPerson(shop.fresh.db, { role: 'admin' }));
  const send = (path: string, field: string, headers: Record<string, string>) => {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
    const ours = { Origin: app.origin, 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' };
    return fetch(app.origin + path, {
      method: 'POST',
      headers: { ...ours, ...headers },
      body: form,
      signal: AbortSignal.timeout(20_000),
    });
  };
  // Staff sign in and view a page before they send a file.
  await fetch(`${app.origin}/admin/inventory`, { headers: { cookie: staff } });
  const guests = trickle(app, 40, '/profile/photo', requestsOf.crowd(''));
  const customer = trickle(app, 40, '/profile/photo', requestsOf.crowd(shop.crowdCookie));
  // The guests got their answers, and no one waited for them.
  await expect.poll(() => guests.answers.length, { timeout: 15_000 }).toBe(40);
  expect(new Set(guests.answers)).toEqual(new Set([401]));

  const neighbour = await signedIn(shop.fresh.db, await aPerson(shop.fresh.db));
  const statuses = await Promise.all([
    send('/profile/photo', 'photo', requestsOf.other(shop.otherCookie)),
    send('/profile/license-photo', 'photo', requestsOf.other(shop.otherCookie)),
    send('/profile/photo', 'photo', requestsOf.crowd(neighbour)),
    send(`/admin/product-pictures?product=${product}`, 'picture', requestsOf.crowd(staff)),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  customer.stop();
  guests.stop();
});

test('twenty guests of one address browse without a refusal', async () => {
  const statuses = await inParallel(
    Array.from({ length: 100 }, (_, turn) => turn),
    20,
    async (turn) => {
      const paths = [
        '/login',
        `/products?q=word${turn}`,
        `/products?max=${100 + turn}`,
        '/forgot-password',
        '/cart',
      ];
      const response = await fetch(app.origin + (paths[turn % paths.length] ?? '/'), {
        headers: { 'X-Forwarded-For': OTHER },
      });
      await response.arrayBuffer();
      await new Promise((resume) => setTimeout(resume, 100));
      return response.status;
    },
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('one customer with forty connections barely slows other people’s pages', async () => {
  const measure = (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    const over = () => performance.now() > end;
    return timings(app.origin, '/products', over, requestsOf.other(shop.otherCookie));
  };
  await measure(1000);
  const before = await measure(1500);
  const load = flood(app.origin, 40, shop.attacks.mix, requestsOf.crowd(shop.crowdCookie));
  await measure(500);
  const beside = await measure(3000);
  load.stop();
  const [alone, crowded] = [percentile(before, 0.5), percentile(beside, 0.5)];
  console.log(
    `median ${alone.toFixed(0)} → ${crowded.toFixed(0)} ms, ` +
      `p95 ${percentile(before, 0.95).toFixed(0)} → ${percentile(beside, 0.95).toFixed(0)} ms`,
  );
  expect(load.statuses.get(200)).toBeGreaterThan(0);
  expect(crowded).toBeLessThan(5 * alone + 200);
});
