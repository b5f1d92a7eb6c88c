/**
 * A wrong price on the farm that began empty in production: its history, its buyers, what the forms refuse, the
 * correction and the refund that the counter pays, over HTTP.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { offeredSlots } from '#core/sales/pickup/slots.ts';
import { products } from '#db/schema/catalogue.ts';
import { refunds } from '#db/schema/orders.ts';
import { correctedLines } from '#db/schema/price-corrections.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FarmShop, farmShop } from '#tests/support/farm-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { setPrice } from '#tests/support/wrong-prices.ts';

let fresh: FarmShop;
let app: Application;
let slot: string;

beforeAll(async () => {
  fresh = await farmShop();
  const { pickup, store } = await readSettings();
  slot =
    offeredSlots({ ...pickup, zone: store.zone }, Temporal.Now.instant())[1]
      ?.slots.at(-1)
      ?.startsAt.toString() ?? '';
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await app?.stop();
  await fresh.stop();
});

const get = (path: string, cookie = fresh.owner) =>
  fetch(app.origin + path, { headers: { cookie }, redirect: 'manual' });
const post = (path: string, fields: Record<string, string>, cookie = fresh.owner) =>
  postForm(app, path, fields, { cookie });
/** The page without its tags and React's marks. */
const words = async (answer: Response) => (await answer.text()).replaceAll(/<!-- -->|<[^>]+>/g, '');
const fieldIn = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** A mug that cost a quarter more for a while, and who bought it then. */
async function aWrongPrice() {
  const mug = fresh.goods[8] ?? 0;
  const [stored] = await fresh.db.select().from(products).where(eq(products.id, mug));
  const right = stored?.retailPrice ?? 0;
  await setPrice(fresh.db, mug, right + 250);
  const now = Temporal.Now.instant();
  const [robin, kit] = [await aPerson(fresh.db, { name: 'Robin Hale' }), await aPerson(fresh.db)];
  const paid = await anOrder(robin, [[mug, 1]], slot, now);
  await setStatus(fresh.db, paid, 'ready');
  const handed = await post(
    `/counter/orders/${paid}`,
    { intent: 'hand-over', version: '1', key: randomUUID(), cashReceived: '100' },
    fresh.kim,
  );
  expect(handed.status).toBe(302);
  const open = await anOrder(kit, [[mug, 1]], slot, now);
  await setPrice(fresh.db, mug, right);
  return { mug, right, robin, paid, open };
}

test('an owner finds who paid a wrong price and corrects it; what is not right is refused with its words', async () => {
  const { mug, right, robin, paid, open } = await aWrongPrice();
  const history = await get(`/admin/products/${mug}/prices`);
  const html = await history.text();
  const wrong = ((right + 250) / 100).toFixed(2);
  const row = new RegExp(
    `href="([^"]+wrong-price[^"]+)"[^>]*>Open<span[^>]*> buyers at (?:<!-- -->)?.${wrong}`,
  );
  const link = row.exec(html)?.[1];
  const path = (link ?? '').replaceAll('&amp;', '&');
  expect(new URLSearchParams(path.split('?')[1]).get('right')).toBe((right / 100).toFixed(2));
  const list = await (await get(path)).text();
  for (const words of [`/admin/orders/${paid}`, `/admin/orders/${open}`, '2 people paid too much'])
    expect(list.replaceAll('<!-- -->', '')).toContain(words);

  const form = { settlement: 'visit', tells: 'yes', reason: 'Wrong price', key: fieldIn(list, 'key') };
  const seen = fieldIn(list, 'fingerprint');
  expect((await post(path, { ...form, fingerprint: seen, reason: ' ' })).status).toBe(400);
  const stale = await post(path, { ...form, fingerprint: 'another' });
  expect([stale.status, await words(stale)]).toEqual([409, expect.stringContaining('The list has changed')]);
  await post(path, { ...form, fingerprint: seen }, fresh.kim);
  expect(await fresh.db.select().from(correctedLines)).toEqual([]);
  const started = await post(path, { ...form, fingerprint: seen });
  const at = started.headers.get('location') ?? '';
  expect([started.status, at]).toEqual([302, expect.stringMatching(/^\/admin\/price-corrections\/\d+$/)]);
  expect((await post(path, { ...form, fingerprint: seen })).headers.get('location')).toBe(at);
  await expect.poll(async () => words(await get(at)), { timeout: 20_000 }).toContain('Done');
  expect((await storedOrder(fresh.db, open)).items[0]?.unitPrice).toBe(right);

  // Beside another order of the same person, at the counter.
  const next = await anOrder(robin, [[fresh.goods[7] ?? 0, 1]], slot, Temporal.Now.instant());
  const shown = await (await get(`/counter/orders/${next}`, fresh.kim)).text();
  expect(shown).toContain(`Wrong price<!-- -->, <!-- -->${paid}`);
  const press = { intent: 'pay-refund', lineId: fieldIn(shown, 'lineId'), cash: fieldIn(shown, 'cash') };
  const here = `/counter/orders/${next}`;
  await post(here, { ...press, cash: '1' }, fresh.kim);
  await Promise.all([post(here, press, fresh.kim), post(here, press, fresh.kim), post(at, press)]);
  const { id } = await storedOrder(fresh.db, paid);
  expect(await fresh.db.select().from(refunds).where(eq(refunds.orderId, id))).toMatchObject([
    { amount: Number(press.cash), refundedByName: expect.any(String) },
  ]);
  expect((await words(await get(here, fresh.kim))).includes('Refund due')).toBe(false);
  const undo = await post(at, { intent: 'undo' });
  expect([undo.status, await words(undo)]).toEqual([409, expect.stringContaining('Nothing is left to undo')]);
});

test('a right price below the legal floor is refused, and odd requests change nothing', async () => {
  const [flower = 0] = fresh.cannabis;
  await fresh.db.update(products).set({ wholesalePrice: 2_000 }).where(eq(products.id, flower));
  const query = 'asked=yes&from=2026-01-01T00:00&until=2030-01-01T00:00';
  const before = await fresh.db.select().from(correctedLines);
  const path = (right: string) => `/admin/products/${flower}/wrong-price?${query}&right=${right}`;
  const form = { settlement: 'visit', reason: 'x', fingerprint: 'x', key: randomUUID() };
  const low = await post(path('1.00'), form);
  expect(low.status).toBe(400);
  for (const right of ['abc', '-1', '1e9', '99999999999'])
    expect([right, (await get(path(right))).status]).toEqual([right, 200]);
  expect((await post(path('abc'), form)).status).toBe(409);
  expect((await post(path('40.00'), { ...form, key: 'no-key' })).status).toBe(400);
  for (const lineId of ['x', '-1', '1.5', '99999999999999'])
    expect((await post('/counter', { intent: 'pay-refund', lineId, cash: '1' })).status).toBeLessThan(500);
  for (const number of ['0', '999', '99999999999', 'x'])
    expect((await get(`/admin/price-corrections/${number}`)).status).toBe(404);
  expect((await get(`/admin/products/${flower}/wrong-price/export?${query}&right=x`)).status).toBe(404);
  expect(await fresh.db.select().from(correctedLines)).toEqual(before);
});
