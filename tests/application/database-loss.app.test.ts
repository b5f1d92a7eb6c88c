/** The database goes down and comes back while customers shop, and the application never restarts. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { orderIn, placeOrder, startCheckouts } from '#tests/support/checkout-load.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  connectionsOf,
  expectMail,
  expectOrders,
  get,
  health,
  type LossyShop,
  lostOrders,
  slot,
  startLossyShop,
  terminateConnections,
  untilReady,
} from '#tests/support/lossy-shop.ts';
import { postForm } from '#tests/support/requests.ts';

let shop: LossyShop;
beforeAll(async () => {
  shop = await startLossyShop();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  shop.way.mend();
  await untilReady(shop.app, 60_000);
});

test('connections ended in mid-checkout fail their requests, and the pool recovers all of them', async () => {
  const { app, db, cookies, productId } = shop;
  const load = startCheckouts(app, cookies, { productId, slot });
  onTestFinished(load.stop);
  await load.nextOrder(60_000);
  const times: number[] = [];
  for (let round = 0; round < 10; round++) {
    await terminateConnections(db);
    times.push(Math.round(await load.nextOrder(60_000)));
  }
  console.info({ msToTheNextOrder: times });
  await load.stop();
  expect(load.surprises).toEqual([]);
  expect(await lostOrders(db, load.acknowledged)).toEqual([]);
  expect(await checkInvariants(db)).toEqual([]);
  await expectOrders(app, shop);
  await expectMail(app, { ...shop, patience: 60_000 });
  // Six for requests, two for jobs, three listening.
  expect(await connectionsOf(db)).toBeLessThanOrEqual(11);
  expect(app.process.exitCode).toBeNull();
});

test('while the database is away guests still see the menu, and everyone else a waiting page', async () => {
  const { app, way, db, cookies, productId } = shop;
  const seen = await (await get(app, `/products/${productId}`)).text();
  await get(app, '/about');
  // An outdated page is better than none: a change was just announced when the database went down.
  await db.execute(sql`update products set name = 'Never Seen' where id = ${productId}`);
  way.cut();
  await expect.poll(async () => (await health(app)).status, { timeout: 20_000 }).toBe(503);
  // The long test measures how soon; without its own limit this would take ten seconds.
  expect((await health(app)).ms).toBeLessThan(5000);

  const kept = await get(app, `/products/${productId}`);
  expect(kept.status).toBe(200);
  const name = /<h1[^>]*>([^<]+)</.exec(seen)?.[1] ?? '';
  expect(await kept.text()).toContain(name);

  for (const [path, cookie] of [
    ['/products?q=never+asked', ''],
    ['/', cookies[0] ?? ''],
    ['/orders', cookies[0] ?? ''],
    ['/checkout', cookies[0] ?? ''],
    ['/cart', `cart=${productId}:1`],
  ] as const) {
    const answer = await get(app, path, { cookie });
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const page = await answer.text();
    expect(page).toMatch(/We will be right back\.|Failed to load products/);
    // HTML has it in the head alone.
    expect(page.slice(0, page.indexOf('</head>'))).toContain('<noscript><meta http-equiv="refresh"');
    expect(page.match(/<noscript><meta/g)).toHaveLength(1);
  }
  const data = await get(app, '/orders.data', { cookie: cookies[0] ?? '' });
  expect(await data.text()).toContain('The shop is not available right now');
  const lookUp = await get(app, `/api/cart?lines=${productId}:1`, { accept: 'application/json' });
  expect([lookUp.status, await lookUp.json()]).toEqual([
    503,
    { message: expect.stringContaining('try again') },
  ]);
  way.mend();
  await untilReady(app, 60_000);
  await expect
    .poll(async () => (await get(app, `/products/${productId}`)).text(), { timeout: 20_000 })
    .toContain('Never Seen');
  await expectOrders(app, shop);
});

test('the 503 returns the input without passwords, and one more press makes one order', async () => {
  const { app, way, cookies, productId } = shop;
  way.cut();
  await expect.poll(async () => (await health(app)).status, { timeout: 20_000 }).toBe(503);
  const typed = { email: 'robin.hale@example.com', password: 'kestrel-meadow-4711' };
  const signIn = await postForm(app, '/login?mode=signin', { ...typed, mode: 'signin' });
  const signInPage = await signIn.text();
  expect([signIn.status, signIn.headers.get('retry-after')]).toEqual([503, '5']);
  expect(signInPage).toContain('What you typed is still here');
  expect(signInPage).toContain(typed.email);
  expect(signInPage).not.toContain(typed.password);

  const signUp = await postForm(app, '/login?mode=signup', {
    ...typed,
    mode: 'signup',
    fullName: 'Robin Hale',
    address: '1 Elm <rear>',
    birthDate: '1990-02-03',
    phone: '518 555 0100',
  });
  const signUpPage = await signUp.text();
  expect(signUp.status).toBe(503);
  expect(signUpPage).toContain('1 Elm &lt;rear&gt;');
  expect(signUpPage).not.toContain(typed.password);

  const cart = await postForm(app, '/cart', { intent: 'add', productId: String(productId), quantity: '3' });
  const cartPage = await cart.text();
  expect([cart.status, cart.headers.get('retry-after')]).toEqual([503, '5']);
  expect(cartPage).toMatch(/<form[^>]* action="\/cart"/);
  expect(cartPage).toContain('name="quantity" value="3"');

  // The session is still valid, so no page says that it ended.
  const signOut = await postForm(app, '/sign-out', {}, { cookie: cookies[0] ?? '' });
  expect(signOut.status).toBe(503);
  expect(signOut.headers.getSetCookie()).toEqual([]);

  const attempt = { cookie: cookies[0] ?? '', key: randomUUID(), productId, slot };
  const checkout = await placeOrder(app, attempt);
  const page = await checkout.text();
  expect([checkout.status, checkout.headers.get('retry-after')]).toEqual([503, '5']);
  expect(page).toContain(`name="key" value="${attempt.key}"`);
  expect(page).toContain(`name="slot" value="${slot}"`);

  way.mend();
  await untilReady(app, 60_000);
  const first = orderIn(await placeOrder(app, attempt));
  expect(first).toMatch(/^ORD/);
  expect(orderIn(await placeOrder(app, attempt))).toBe(first);
});
