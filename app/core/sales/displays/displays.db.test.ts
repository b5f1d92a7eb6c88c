/** Tests screens for customers: how one is paired, what it shows, and until when. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { stillAllowed } from '#core/ground/live/live-access-queries.server.ts';
import { callNext, giveNumber } from '#core/sales/line/call-next.server.ts';
import { addRegister, removeRegister } from '#core/sales/line/change-registers.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { recordArrival } from '#core/sales/orders/hand-over/record-arrival.server.ts';
import { setQuantity } from '#core/sales/walk-ins/change-walk-in.server.ts';
import { startWalkIn } from '#core/sales/walk-ins/start-walk-in.server.ts';
import { displays, shownOrders } from '#db/schema/displays.ts';
import { lineNumbers, registers } from '#db/schema/line.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, NOW, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { askDisplay } from './ask-display.server.ts';
import { CODE_MINUTES, type DisplayView, SHOWN_SECONDS, UNSEEN_DAYS } from './display.ts';
import { newDisplayToken } from './display-cookie.server.ts';
import { readDisplays, readPaired } from './display-view-queries.server.ts';
import { pairDisplay, unpairDisplay } from './pair-display.server.ts';
import { hideOrder, type Shown, showOrder } from './show-order.server.ts';

let fresh: FreshDatabase;
let staff: SignedIn;
let customer: SignedIn;
let mug: number;
let register: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db);
  mug = await aMug(fresh.db, { onHand: 1000 });
});
afterAll(() => fresh.stop());
beforeEach(async () => {
  await fresh.db.delete(lineNumbers);
  await fresh.db.delete(displays);
  await fresh.db.delete(registers);
  const added = await addRegister(staff, 'Register 1');
  register = added.ok ? added.value : '';
});

const kindOf = async (token: string, now = NOW) => (await askDisplay(token, now)).kind;
async function codeOf(token: string, now = NOW): Promise<string> {
  const view = await askDisplay(token, now);
  return view.kind === 'code' ? view.code : '';
}
/** A screen of the register, or of the line. */
async function aScreen(registerId: string | null = register): Promise<string> {
  const token = newDisplayToken();
  expect(await pairDisplay(staff, { code: await codeOf(token), registerId }, NOW)).toMatchObject({
    ok: true,
  });
  return token;
}
const shown = (more: Partial<Shown>): Shown => ({ order: null, walkIn: null, received: null, ...more });
const show = (more: Partial<Shown>, { now = NOW, news = true } = {}) =>
  showOrder(staff, { registerId: register, shown: shown(more), news }, now);
type OrderView = Extract<DisplayView, { kind: 'order' }>;
const orderOn = async (token: string, now = NOW) => (await askDisplay(token, now)) as OrderView;

test('a screen that no one paired is stored nowhere, and shows one code for some minutes', async () => {
  const token = newDisplayToken();
  const code = await codeOf(token);
  expect(code).toMatch(/^[A-Z2-9]{8}$/);
  expect(await codeOf(token, NOW.add({ seconds: 1 }))).toBe(code);
  expect(await codeOf(token, NOW.add({ minutes: CODE_MINUTES }))).not.toBe(code);
  expect(await codeOf(newDisplayToken())).not.toBe(code);
  expect(await fresh.db.$count(displays)).toBe(0);
});

test('of a screen that asks several times at once the first comes for its pairing, and no other takes it away', async () => {
  for (let screen = 0; screen < 30; screen++) {
    const token = newDisplayToken();
    await pairDisplay(staff, { code: await codeOf(token), registerId: register }, NOW);
    const kinds = await Promise.all(Array.from({ length: 4 }, () => kindOf(token)));
    expect([...kinds, await kindOf(token)]).toEqual(Array(5).fill('idle'));
    await fresh.db.delete(displays);
  }
});

test('the screen whose code was typed is paired, and no other; unpaired, it shows a code again', async () => {
  const [token, other] = [newDisplayToken(), newDisplayToken()];
  await pairDisplay(staff, { code: await codeOf(token), registerId: register }, NOW);
  expect(await kindOf(other)).toBe('code');
  expect(await Promise.all([1, 2, 3].map(() => kindOf(token)))).toEqual(['idle', 'idle', 'idle']);
  expect(await fresh.db.$count(displays)).toBe(1);
  const [listed] = await readDisplays(staff, NOW);
  expect(listed).toMatchObject({ register: 'Register 1', code: null, isAway: false });
  expect(await unpairDisplay(staff, listed?.id ?? '')).toMatchObject({ ok: true });
  expect(await kindOf(token)).toBe('code');
  expect(await readPaired(token, NOW)).toBeNull();
});

test('a code counts for minutes, also the one that changed while it was typed', async () => {
  const [slow, late] = [newDisplayToken(), newDisplayToken()];
  const before = await codeOf(slow, NOW.subtract({ minutes: CODE_MINUTES }));
  await pairDisplay(staff, { code: before, registerId: register }, NOW);
  expect(await kindOf(slow)).toBe('idle');
  await pairDisplay(staff, { code: await codeOf(late), registerId: register }, NOW);
  expect(await kindOf(late, NOW.add({ minutes: CODE_MINUTES, seconds: 1 }))).toBe('code');
});

test('a screen that was not seen for a week is no longer paired, and is paired again by its code', async () => {
  const token = await aScreen();
  expect(await kindOf(token)).toBe('idle');
  const later = NOW.add({ hours: UNSEEN_DAYS * 24, seconds: 1 });
  expect(await kindOf(token, later)).toBe('code');
  expect(await readPaired(token, later)).toBeNull();
  await pairDisplay(staff, { code: await codeOf(token, later), registerId: null }, later);
  expect(await kindOf(token, later)).toBe('line');
});

test('a wrong code and a register that is gone are refused', async () => {
  expect(await pairDisplay(staff, { code: 'AAAA-AAAA', registerId: null }, NOW)).toMatchObject({
    problem: { kind: 'no-code' },
  });
  const code = await codeOf(newDisplayToken());
  expect(await pairDisplay(staff, { code, registerId: randomUUID() }, NOW)).toMatchObject({
    problem: { kind: 'not-found' },
  });
});

test('it shows lines, total, what is due, received and the change, and nothing of the person', async () => {
  const token = await aScreen();
  const number = await anOrder(customer, [[mug, 2]]);
  await show({ order: number });
  const stored = await storedOrder(fresh.db, number);
  const open = await orderOn(token);
  expect(open).toMatchObject({ kind: 'order', units: 2, due: stored.total, received: null, change: null });
  expect(open.lines).toHaveLength(1);
  await show({ order: number, received: stored.total + 490 });
  expect(await orderOn(token)).toMatchObject({ received: stored.total + 490, change: 490, isPaid: false });
  const text = JSON.stringify(await orderOn(token));
  for (const secret of [
    number,
    stored.id,
    stored.userName,
    stored.userEmail,
    stored.passCode,
    customer.userId,
  ])
    expect(text).not.toContain(secret);
  expect(Object.keys(await orderOn(token)).toSorted()).toEqual(
    'change due isPaid kind lines received rounding tax total units'.split(' '),
  );
});

test('what its tablet no longer says is no longer shown, and what it says again is', async () => {
  const token = await aScreen();
  const number = await anOrder(customer, [[mug, 1]]);
  await show({ order: number });
  expect(await kindOf(token, NOW.add({ seconds: SHOWN_SECONDS - 1 }))).toBe('order');
  expect(await kindOf(token, NOW.add({ seconds: SHOWN_SECONDS }))).toBe('idle');
  await show({ order: number }, { now: NOW.add({ seconds: 30 }), news: false });
  expect(await kindOf(token, NOW.add({ seconds: 31 }))).toBe('order');
});

test('of two tablets of a register the one that opened an order last is shown, until it closes it', async () => {
  const token = await aScreen();
  const [first, second] = [await anOrder(customer, [[mug, 1]]), await anOrder(customer, [[mug, 3]])];
  await show({ order: first });
  await show({ order: second });
  await show({ order: first }, { news: false });
  expect(await orderOn(token)).toMatchObject({ units: 3 });
  await hideOrder(staff, { registerId: register, shown: shown({ order: first }) });
  expect(await kindOf(token)).toBe('order');
  await hideOrder(staff, { registerId: register, shown: shown({ order: second }) });
  expect(await kindOf(token)).toBe('idle');
});

test('an order that was canceled is not shown, and neither is one of another register', async () => {
  const token = await aScreen();
  const other = await addRegister(staff, 'Register 2');
  const elsewhere = await aScreen(other.ok ? other.value : '');
  const number = await anOrder(customer, [[mug, 1]]);
  await show({ order: number });
  expect([await kindOf(token), await kindOf(elsewhere)]).toEqual(['order', 'idle']);
  await changeOrderStatus(staff, { orderId: number, to: 'cancelled', reason: 'x', version: null }, NOW);
  expect(await kindOf(token)).toBe('idle');
});

test('a walk-in is shown while it is added up, and nothing is due yet', async () => {
  const token = await aScreen();
  const started = await startWalkIn(
    staff,
    {
      ...{ key: randomUUID(), idKind: 'passport', idIssuer: 'Canada', idNumber: 'P1234567' },
      ...{ idExpiresOn: '2190-01-01', idBirthDate: '1990-01-01', nameMatches: true, scanned: null },
    } as Parameters<typeof startWalkIn>[1],
    NOW,
  );
  const walkIn = started.ok ? started.value.id : '';
  await show({ walkIn });
  expect(await kindOf(token)).toBe('idle');
  await setQuantity(staff, walkIn, { productId: mug, quantity: 2 });
  const view = await orderOn(token);
  expect(view).toMatchObject({ kind: 'order', units: 2, due: null, received: null, isPaid: false });
  expect(view.total).toBeGreaterThan(0);
});

test('a waiting screen shows numbers and registers, and no initials', async () => {
  const token = await aScreen(null);
  const number = await anOrder(customer, [[mug, 1]]);
  await recordArrival(staff, number, NOW);
  await giveNumber(staff, { key: randomUUID(), initials: 'QX' }, NOW);
  await callNext(staff, { lane: 'pickup', registerId: register, key: randomUUID() }, NOW);
  const view = await askDisplay(token, NOW);
  expect(view).toMatchObject({ called: [{ label: 'P1', register: 'Register 1' }], waiting: ['W1'] });
  expect(JSON.stringify(view)).not.toContain('QX');
});

test('a register without a screen stores nothing of what is open, and one that is removed unpairs its screen', async () => {
  const number = await anOrder(customer, [[mug, 1]]);
  await show({ order: number });
  expect(await fresh.db.$count(shownOrders)).toBe(0);
  const token = await aScreen();
  await show({ order: number });
  expect(await kindOf(token)).toBe('order');
  await removeRegister(staff, register);
  expect(await kindOf(token)).toBe('code');
  expect(await fresh.db.$count(shownOrders)).toBe(0);
});

test('a stream goes on while its screen is paired as it was', async () => {
  const token = await aScreen();
  await kindOf(token);
  const paired = await readPaired(token, NOW);
  const listener = { kind: 'display' as const, displayId: paired?.id ?? '', registerId: register };
  const ask = async (more = {}) =>
    stillAllowed([
      { listener: staff, topics: ['orders'] },
      { listener: { ...listener, ...more }, topics: [`register:${register}`] },
      { listener: customer, topics: ['orders'] },
    ]);
  expect(await ask()).toEqual([true, true, false]);
  expect(await ask({ registerId: null })).toEqual([true, false, false]);
  await unpairDisplay(staff, paired?.id ?? '');
  expect(await ask()).toEqual([true, false, false]);
});
