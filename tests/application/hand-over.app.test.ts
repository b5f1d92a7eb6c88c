/**
 * The hand-over at the counter over HTTP: how staff find it, what it shows, and what happens once. In a shop that began
 * empty and was set up through pages.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { offeredSlots } from '#core/sales/pickup/slots.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { handOvers, orders } from '#db/schema/orders.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FarmShop, farmShop } from '#tests/support/farm-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, storedOrder } from '#tests/support/orders.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { setStatus } from '#tests/support/set-status.ts';

let fresh: FarmShop;
let app: Application;
let mug: number;
/** Tomorrow's last. */
let slot: string;
const cookies = { kim: '', lee: '' };
const start = () => startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });

beforeAll(async () => {
  fresh = await farmShop();
  const lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
  cookies.kim = fresh.kim;
  cookies.lee = `age_verified=1; ${await signedIn(fresh.db, lee)}`;
  mug = fresh.goods[8] ?? 0;
  const { pickup, store } = await readSettings();
  slot =
    offeredSlots({ ...pickup, zone: store.zone }, Temporal.Now.instant())[1]
      ?.slots.at(-1)
      ?.startsAt.toString() ?? '';
  app = await start();
});
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await app?.stop();
  await fresh.stop();
});

/** Ready for pickup: River Mugs at $24.84 with sales tax need no ID. */
async function ready(customer: SignedIn, productId = mug): Promise<string> {
  const number = await anOrder(customer, [[productId, 1]], slot, Temporal.Now.instant());
  await setStatus(fresh.db, number, 'ready');
  return number;
}
const passOf = async (number: string) => (await storedOrder(fresh.db, number)).passCode;
const post = (path: string, fields: Record<string, string>, who: keyof typeof cookies = 'kim') =>
  postForm(app, path, fields, { cookie: cookies[who] });
const read = async (path: string, who: keyof typeof cookies = 'kim') =>
  (await fetch(app.origin + path, { headers: { cookie: cookies[who] } })).text();
const find = async (text: string) =>
  (await post('/counter', { intent: 'find', find: text })).headers.get('location');
const press = (number: string, fields: Record<string, string> = {}, who: keyof typeof cookies = 'kim') =>
  post(
    `/counter/orders/${number}`,
    { intent: 'hand-over', version: '1', key: randomUUID(), cashReceived: '40', ...fields },
    who,
  );
const cashOf = (number: string) =>
  fresh.db
    .select({ owed: handOvers.owed, received: handOvers.cashReceived, by: handOvers.handedOverByName })
    .from(handOvers)
    .innerJoin(orders, eq(orders.id, handOvers.orderId))
    .where(eq(orders.orderId, number));

test('a pass leads to its customer’s only open order or to all of them, and a label leads to its order', async () => {
  const wren = await aPerson(fresh.db, { name: 'Wren Hale' });
  const first = await ready(wren);
  expect(await find(await passOf(first))).toBe(`/counter/orders/${first}`);
  const page = await read(`/counter/orders/${first}`);
  expect(page).toMatch(/Hand over (<!-- -->)?ORD\d+(<!-- -->)? to (<!-- -->)?Wren Hale/);
  expect(page).toContain('P1 in the line');

  const second = await ready(wren);
  const choose = (await find(await passOf(second))) ?? '';
  expect(choose).toBe(`/counter?find=${await passOf(second)}`);
  const both = await read(choose);
  expect(both).toContain('Open orders of Wren Hale');
  for (const number of [first, second]) expect(both).toContain(`href="/counter/orders/${number}"`);
  expect(await read(`/counter/orders/${first}`)).toContain(`href="/counter/orders/${second}"`);
  expect(await find(second.toLowerCase())).toBe(`/counter/orders/${second}`);
  expect(await find('ORD999999')).toBe('/counter?find=ORD999999');

  await press(first);
  expect(await find(await passOf(first))).toBe(`/counter?find=${await passOf(first)}`);
  await press(second);
  expect(await find(await passOf(second))).toBe(`/counter/orders/${second}`);
});

test('one response reports everything wrong and preserves the input', async () => {
  const juniper = await aPerson(fresh.db, { name: 'Juniper Vale' });
  const number = await anOrder(juniper, [[fresh.cannabis[0] ?? 0, 1]], slot, Temporal.Now.instant());
  await fresh.db
    .update(customerProfiles)
    .set({ isBanned: true, banReason: 'Bought for a minor' })
    .where(eq(customerProfiles.userId, juniper.userId));
  const before = await read(`/counter/orders/${number}`);
  for (const problem of ['This customer is banned: Bought for a minor.', 'This order is not packed yet.'])
    expect(before).toContain(problem);
  const answer = await press(number, {
    ...{ idKind: 'passport', idIssuer: 'New York', idExpiresOn: '2020-01-31', idBirthDate: '2015-05-05' },
    cashReceived: '20',
  });
  expect(answer.status).toBe(409);
  const page = await answer.text();
  for (const problem of [
    '8 things to correct',
    'This customer is banned',
    'This order is not packed yet.',
    'Choose the country that issued the passport.',
    'This ID has expired.',
    'The ID says under 21.',
    'The name on the ID must be Juniper Vale.',
    'Enter the number of the ID.',
    'is still due.',
    'value="2020-01-31"',
    'value="20"',
  ])
    expect(page).toContain(problem);
  // A minor is refused with one more press.
  expect(page).toMatch(/<option value="under_age" selected=""/);
  expect((await storedOrder(fresh.db, number)).status).toBe('pending');

  const refused = await post(`/counter/orders/${number}`, {
    ...{ intent: 'refuse', version: '1', refusal: 'under_age', note: '' },
  });
  expect(refused.headers.get('location')).toBe(`/counter/orders/${number}`);
  const ended = await read(`/counter/orders/${number}`);
  expect(ended).toContain('Refused: Under age');
  expect(ended).toContain('back in stock');
});

test('the change stays on the page until the next customer, and the receipt is sent', async () => {
  const number = await ready(await aPerson(fresh.db, { name: 'Robin Hale' }));
  const answer = await press(number);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `/counter/orders/${number}`]);
  for (const who of ['kim', 'kim', 'lee'] as const) {
    const page = await read(`/counter/orders/${number}`, who);
    expect(page).toMatch(/Change due<\/span><strong[^>]*>\$15\.16</);
    expect(page).toContain('$40.00 received, $24.84 due.');
    expect(page).toContain('Kim Reyes');
    expect(page).toMatch(/<a[^>]* href="\/counter"[^>]*>Next customer</);
  }
  expect((await post(`/counter/orders/${number}`, { intent: 'email' })).status).toBe(302);
  await expect
    .poll(() => read(`/counter/orders/${number}`), { timeout: 20_000 })
    .toContain('Not sent: no mail server');
});

test('of two tablets one completes the order, and the other shows who did, when, and the change', async () => {
  const number = await ready(await aPerson(fresh.db));
  const answers = await Promise.all([
    press(number, { cashReceived: '40' }),
    press(number, { cashReceived: '100' }, 'lee'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  const late = answers.findIndex(({ status }) => status === 409);
  const [winner, change] = late === 1 ? ['Kim Reyes', '$15.16'] : ['Lee Ford', '$75.16'];
  const page = (await answers[late]?.text()) ?? '';
  expect(page).toMatch(new RegExp(`${winner} handed this order over on \\w+ \\d+, \\d{4} \\d+:\\d\\d [AP]M`));
  expect(page).toMatch(new RegExp(`Change given</span><strong[^>]*>\\${change}<`));
  expect(page).not.toContain('Change due');
  expect(await cashOf(number)).toMatchObject([{ owed: 2484, by: winner }]);
});

test('after a kill between press and response, the same press completes the order once, with the same change', async () => {
  for (const wait of [0, 40]) {
    const number = await ready(await aPerson(fresh.db));
    const fields = { key: randomUUID(), cashReceived: '50' };
    const unanswered = press(number, fields).catch(() => null);
    await new Promise((later) => setTimeout(later, wait));
    app.process.kill('SIGKILL');
    await unanswered;
    app = await start();
    // A confused customer's amount was corrected.
    const again = await press(number, { ...fields, cashReceived: wait === 40 ? '60' : '50' });
    expect([again.status, again.headers.get('location')]).toEqual([302, `/counter/orders/${number}`]);
    const [cash] = await cashOf(number);
    const page = await read(`/counter/orders/${number}`);
    expect(page).toContain(`$${(((cash?.received ?? 0) - 2484) / 100).toFixed(2)}<`);
    expect(await press(number, fields)).toMatchObject({ status: 302 });
    expect(await cashOf(number)).toEqual([cash]);
    expect((await press(number, { ...fields, key: randomUUID() })).status).toBe(409);
  }
}, 120_000);
