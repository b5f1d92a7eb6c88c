/** Tests that a hand-over which was refused on arrival is on record until someone in charge settles it. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTablet } from '#core/accounts/identity/pins/share-tablet.server.ts';
import { changeRole } from '#core/accounts/identity/staff/change-role.server.ts';
import type { Approver, SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { banCustomer } from '#core/sales/bans/ban-customer.server.ts';
import { readCashDay } from '#core/sales/cash-desk/cash-day-queries.server.ts';
import { changeCharge } from '#core/sales/cash-desk/change-charge.server.ts';
import { readInCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { settleMessage } from '#core/sales/orders/hand-over/refused-hand-over.ts';
import { readRefusedHandOvers } from '#core/sales/orders/hand-over/refused-hand-overs-queries.server.ts';
import { settleHandOver } from '#core/sales/orders/hand-over/settle-hand-over.server.ts';
import { offlineActions } from '#db/schema/access.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, staffPins } from '#db/schema/identity.ts';
import { handOverSettlements, refusedHandOvers } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { putBacks } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { awayTablet, sealedId } from '#tests/support/offline-tablet.ts';
import { anOrder, auditOf, bringTo, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { answerEndOfDay } from '../closing/answer-end-of-day.server.ts';
import { readEndOfDay } from '../closing/end-of-day-queries.server.ts';
import { readApprovers } from '../kit/approvers-queries.server.ts';
import { runAction } from './run-action.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let kim: SignedIn;
let lee: SignedIn;
let tablet: string;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ana Cole' });
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
  tablet = await awayTablet(fresh.db, kim);
  await fresh.db.insert(storeSettings).values({ name: 'counter', value: { offlineHandOver: true } });
  invalidateSettings();
});

/** An order that is ready, and the form of its hand-over on Kim's tablet a quarter of an hour ago. */
async function handedOverOffline(fields: Record<string, string> = {}) {
  const productId = await aProduct(fresh.db, { onHand: 9 });
  const customer = await aPerson(fresh.db);
  const order = await anOrder(customer, [[productId, 2]]);
  await bringTo(admin, order, 'ready');
  const { version, total } = await storedOrder(fresh.db, order);
  const form = new FormData();
  const all = {
    ...{ id: String(newId()), kind: 'hand-over', order, version: String(version), after: '' },
    ...{ by: kim.userId, tablet, session: kim.sessionId, sealedId: await sealedId(order) },
    ...{ doneAt: String(Date.now() - 900_000), sentAt: String(Date.now()) },
    ...{ idKind: 'driver_license', idIssuer: 'New York', nameMatches: '1' },
    ...{ cashReceived: '200', owed: String(total), ...fields },
  };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return { form, id: all.id, order, customer, total, version };
}
const isToday = (at: number) => {
  const [then, now] = [Temporal.Instant.fromEpochMilliseconds(at), systemClock()].map((moment) =>
    storeDate(moment, 'America/New_York').toString(),
  );
  return then === now;
};
const send = (form: FormData, who = kim) => runAction(who, form, 'farm.example');
const recordOf = async (id: string) =>
  (await fresh.db.select().from(refusedHandOvers).where(eq(refusedHandOvers.id, id)))[0];
const listed = async (number: string, who = admin) =>
  (await readRefusedHandOvers(who)).rows.find((row) => row.number === number);

test('an order that was canceled and whose customer was banned: the tablet reads both, and the record stays', async () => {
  const { form, id, order, customer, total } = await handedOverOffline();
  await banCustomer(admin, customer.userId, { reason: 'Threats', openOrders: 'keep' });
  await changeOrderStatus(admin, { orderId: order, to: 'cancelled', reason: 'Banned', version: null });
  const answers = await Promise.all([send(form), send(form), send(form)]);
  for (const answer of [...answers, await send(form)]) {
    expect(answer).toMatchObject({ outcome: 'refused' });
    expect(answer).toMatchObject({
      text: expect.stringMatching(
        /^This order was canceled on .+\. The customer is banned.*\. This is on the End of day list\.$/,
      ),
    });
  }
  const { id: orderId } = await storedOrder(fresh.db, order);
  expect(await recordOf(id)).toMatchObject({
    ...{ orderId, owed: total, cashReceived: 20_000, idKind: 'driver_license', issuer: 'New York' },
    ...{ handedOverBy: kim.userId, handedOverByName: 'Kim Reyes' },
    // The sealed number counts on its own day alone; this hand-over was a quarter of an hour ago.
    pickerId: isToday(Date.now() - 900_000) ? expect.any(String) : null,
  });
  const audit = (await auditOf(fresh.db, order)).filter(
    ({ action }) => action === 'order.hand-over-not-accepted',
  );
  expect(audit).toHaveLength(1);
  expect(await listed(order)).toMatchObject({ cash: total, by: 'Kim Reyes', settled: null });
  const day = await readEndOfDay(kim, systemClock());
  expect(day?.bags.find(({ number }) => number === order)).toMatchObject({ isGone: true });
});

test('units that the customer has do not hold the day open, and leave the list the day after it is settled', async () => {
  const { form, id, order } = await handedOverOffline();
  const dayOf = async (days = 0) => {
    const day = await readEndOfDay(kim, systemClock().add({ hours: 24 * days }));
    return { left: day?.left.bags ?? 0, bag: day?.bags.find(({ number }) => number === order) };
  };
  const before = (await dayOf()).left;
  await changeOrderStatus(admin, { orderId: order, to: 'cancelled', reason: 'Called', version: null });
  expect((await dayOf()).left).toBe(before + 2);
  expect((await dayOf()).bag).toMatchObject({ isGone: false });
  await send(form);
  expect(await dayOf()).toMatchObject({ left: before, bag: { isGone: true } });
  expect(await dayOf(2)).toMatchObject({ bag: { isGone: true } });
  expect(await settleHandOver(admin, { id, note: 'Counted' })).toMatchObject({ ok: true });
  expect(await dayOf()).toMatchObject({ left: before, bag: { isGone: true } });
  expect((await dayOf(2)).bag).toBeUndefined();
  // What leaves a bag of this order after that is in the store.
  const { id: orderId } = await storedOrder(fresh.db, order);
  const later = new Date(Date.now() + 60_000);
  await fresh.db.update(putBacks).set({ createdAt: later }).where(eq(putBacks.orderId, orderId));
  expect(await dayOf()).toMatchObject({ left: before + 2, bag: { isGone: false } });
});

test('an order that another person handed over says who and when; the end of the day waits for it', async () => {
  const { form, order, total, version } = await handedOverOffline();
  const { left } = (await readEndOfDay(kim, systemClock())) ?? {};
  const today = { idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2099-01-01' } as const;
  const cash = { idBirthDate: '1980-01-01', nameMatches: true, cashReceived: total, version } as const;
  expect(await handOverOrder(lee, order, { ...today, ...cash })).toMatchObject({ ok: true });
  expect(await send(form)).toMatchObject({
    text: expect.stringMatching(/^Lee Ford handed this order over on .+\. This is on the End of day list\.$/),
  });
  expect((await readEndOfDay(kim, systemClock()))?.left.refused).toBe((left?.refused ?? 0) + 1);
});

test.each([
  ['less cash than is due', { cashReceived: '1' }, /still due/],
  ['fields that cannot be read', { idKind: 'library card', cashReceived: '1' }, /could not be read/],
  ['an amount that no drawer holds', { cashReceived: '99999999.00', owed: '3' }, /Cash due is now/],
])('a hand-over with %s is on record too', async (_, fields, words) => {
  const { form, id, order } = await handedOverOffline(fields);
  expect(await send(form)).toMatchObject({ outcome: 'refused', text: expect.stringMatching(words) });
  expect((await recordOf(id))?.why).toMatch(words);
  expect(await listed(order)).toBeDefined();
});

test('an action of another kind, and one whose person was signed out before it arrived, leave no record', async () => {
  const { form, id, order } = await handedOverOffline({ kind: 'ready' });
  await changeOrderStatus(admin, { orderId: order, to: 'cancelled', reason: 'Called', version: null });
  expect(await send(form)).toMatchObject({ outcome: 'refused' });
  expect(await recordOf(id)).toBeUndefined();
  const out = await aPerson(fresh.db, { role: 'staff', name: 'Jo Lane' });
  const ended = await handedOverOffline({ by: out.userId, session: out.sessionId });
  await fresh.db.delete(sessions).where(eq(sessions.userId, out.userId));
  expect(await send(ended.form, out)).toBeNull();
  expect(await recordOf(ended.id)).toBeUndefined();
});

test('what a person did who works here no more is handed in by a colleague, for a decision, and not before', async () => {
  const gone = await aPerson(fresh.db, { role: 'staff', name: 'Uma Gray' });
  const { form, id, order } = await handedOverOffline({ by: gone.userId, session: gone.sessionId });
  expect(await send(form, lee)).toEqual({ outcome: 'theirs' });
  await changeRole(admin, { userId: gone.userId, role: 'user', from: 'staff' });
  const answer = {
    outcome: 'refused',
    text: expect.stringMatching(/Uma Gray did this .+ Lee Ford handed it in\./),
  };
  expect(await send(form, lee)).toEqual(answer);
  expect(await send(form, lee)).toEqual(answer);
  expect(await recordOf(id)).toMatchObject({ cashReceived: 20_000, handedOverBy: lee.userId });
  expect(await listed(order)).toMatchObject({ settled: null });
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'ready' });
});

test('a recorded one is never accepted afterwards, and an accepted one never recorded', async () => {
  const { form, id, order } = await handedOverOffline({ cashReceived: '1' });
  expect(await send(form)).toMatchObject({ outcome: 'refused' });
  form.set('cashReceived', '200');
  expect(await send(form)).toMatchObject({ outcome: 'refused' });
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'ready' });
  const other = await handedOverOffline();
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(other.form)));
  expect(answers.every((answer) => answer?.outcome === 'done')).toBe(true);
  expect(await recordOf(other.id)).toBeUndefined();
  expect(await fresh.db.$count(offlineActions, eq(offlineActions.id, id))).toBe(1);
});

test('an admin or the person in charge settles it, once and with a note', async () => {
  const { form, id, order, customer } = await handedOverOffline({ cashReceived: '1' });
  await send(form);
  const note = 'Took the cash out of the drawer.';
  const problemOf = async (who: SignedIn, words: string, of: string = id) => {
    const outcome = await settleHandOver(who, { id: of, note: words });
    return outcome.ok ? null : outcome.problem.kind;
  };
  expect(await problemOf(lee, note)).toBe('not-allowed');
  expect(await problemOf(customer, note)).toBe('not-allowed');
  expect(await problemOf({ ...admin, role: 'staff', byPin: true }, note)).toBe('not-allowed');
  expect(await problemOf(admin, '')).toBe('note-missing');
  expect(await problemOf(admin, note, randomUUID())).toBe('not-found');
  expect(await problemOf(admin, note, 'x')).toBe('not-found');
  const seenId = (await readInCharge())?.id ?? null;
  await changeCharge(admin, { key: randomUUID(), personId: lee.userId, seenId });
  expect(await readRefusedHandOvers(lee)).toMatchObject({ maySettle: true });
  expect(await readRefusedHandOvers(kim)).toMatchObject({ maySettle: false });
  expect(await readRefusedHandOvers(customer)).toEqual({ rows: [], left: 0, maySettle: false });
  const both = await Promise.all([settleHandOver(lee, { id, note }), settleHandOver(admin, { id, note })]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'settled' } });
  const winner = both[0]?.ok ? lee : admin;
  expect(await settleHandOver(winner, { id, note })).toEqual({ ok: true, value: { changed: false } });
  expect(await fresh.db.$count(handOverSettlements, eq(handOverSettlements.refusedId, id))).toBe(1);
  expect(await listed(order, kim)).toMatchObject({ settled: { by: winner.name, note } });
  const settled = (await auditOf(fresh.db, order)).filter(
    ({ action }) => action === 'order.hand-over-settled',
  );
  expect(settled).toHaveLength(1);
  const tomorrow = systemClock().add({ hours: 48 });
  const later = (await readRefusedHandOvers(admin, tomorrow)).rows.map(({ number }) => number);
  expect(later).not.toContain(order);
});

test('with a colleague’s yes anyone settles it in their name, once, and the audit log names both', async () => {
  const { form, id, order } = await handedOverOffline({ cashReceived: '1' });
  await send(form);
  const seenId = (await readInCharge())?.id ?? null;
  await changeCharge(admin, { key: randomUUID(), personId: null, seenId });
  const ora = await aPerson(fresh.db, { role: 'admin', name: 'Ora Owner' });
  for (const { userId } of [ora, lee]) await fresh.db.insert(staffPins).values({ userId, hash: 'a' });
  const yesOf = ({ userId, name }: SignedIn, pinHash = 'a') => ({ userId, name, pinHash }) as Approver;
  const note = 'Took the cash out of the drawer.';
  const settled = async (approver: Approver, by = kim) => {
    const outcome = await settleHandOver(by, { id, note, approver });
    return outcome.ok ? outcome.value : outcome.problem.kind;
  };
  const notAllowed = async (approver: Approver, by = kim) => {
    expect(await settled(approver, by)).toBe('not-allowed');
    expect(await fresh.db.$count(handOverSettlements, eq(handOverSettlements.refusedId, id))).toBe(0);
  };
  // Neither an admin nor in charge; a PIN that was changed since; their own; of a person who may ask nothing.
  await notAllowed(yesOf(lee));
  await notAllowed(yesOf(ora, 'b'));
  await notAllowed(yesOf(kim));
  await notAllowed(yesOf(ora), await aPerson(fresh.db));
  const isOra = eq(customerProfiles.userId, ora.userId);
  await fresh.db.update(customerProfiles).set({ isBanned: true }).where(isOra);
  await notAllowed(yesOf(ora));
  await fresh.db.update(customerProfiles).set({ isBanned: false }).where(isOra);
  // No act that waits on a tablet: a yes needs the network.
  const offline = (await handedOverOffline()).form;
  offline.set('kind', 'settle');
  expect((await send(offline))?.outcome).not.toBe('done');
  expect(await Promise.all([settled(yesOf(ora)), settled(yesOf(ora))])).toEqual(
    expect.arrayContaining([{ changed: true }, { changed: false }]),
  );
  expect(await listed(order, kim)).toMatchObject({ settled: { by: 'Ora Owner', note } });
  const entries = (await auditOf(fresh.db, order)).filter(
    ({ action }) => action === 'order.hand-over-settled',
  );
  expect(entries).toMatchObject([{ after: { askedBy: 'Kim Reyes' } }]);
  const [row] = await fresh.db.select().from(auditLog).where(eq(auditLog.actorId, ora.userId));
  expect(row).toMatchObject({ action: 'order.hand-over-settled', actorName: 'Ora Owner', reason: note });
});

test('a yes with a wrong PIN leaves the note on the page and the PIN off it; the right one settles', async () => {
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  const { form, id, order } = await handedOverOffline({ cashReceived: '1' });
  await send(form);
  const shared = await shareTablet(admin, 'Register 1');
  if (!shared.ok) throw new Error(shared.problem.kind);
  const headers = { cookie: shared.value.cookie.split(';')[0] ?? '' };
  const hash = await hashPassword('408213');
  await fresh.db.insert(staffPins).values({ userId: admin.userId, hash });
  expect(await readApprovers(kim, new Headers(headers))).toContainEqual({
    userId: admin.userId,
    name: admin.name,
  });
  expect(await readApprovers(kim, new Headers())).toEqual([]);
  const settle = (pin: string) => {
    const settling = new FormData();
    const fields = { intent: 'settle', id, note: 'In the safe.', person: admin.userId, pin };
    for (const [name, value] of Object.entries(fields)) settling.set(name, value);
    return answerEndOfDay(kim, settling, new Request('http://farm.example/', { headers }));
  };
  const refused = await settle('408214');
  expect(refused).toMatchObject({
    data: { errors: { pin: ['That is not this person’s PIN.'] }, values: { id, note: 'In the safe.' } },
  });
  expect(JSON.stringify(refused)).not.toContain('408214');
  await settle('408213');
  expect(await listed(order, kim)).toMatchObject({ settled: { by: admin.name, note: 'In the safe.' } });
});

test('a note that is not saved comes back with the reason', async () => {
  const { form, id } = await handedOverOffline({ cashReceived: '1' });
  await send(form);
  const note = 'The cash is in the safe.';
  const settling = new FormData();
  for (const [name, value] of Object.entries({ intent: 'settle', id, note })) settling.set(name, value);
  expect(await answerEndOfDay(kim, settling, new Request('http://farm.example/'))).toMatchObject({
    data: { message: settleMessage({ kind: 'not-allowed' }), values: { id, note } },
    init: { status: 403 },
  });
  await settleHandOver(admin, { id, note: 'Counted' });
  await changeCharge(admin, {
    ...{ key: randomUUID(), personId: kim.userId },
    seenId: (await readInCharge())?.id ?? null,
  });
  expect(await answerEndOfDay(kim, settling, new Request('http://farm.example/'))).toMatchObject({
    data: { message: expect.stringContaining('Ana Cole settled this'), values: { id, note } },
    init: { status: 409 },
  });
});

test('the report of the day has it, with what was done', async () => {
  const { form, order } = await handedOverOffline({ cashReceived: '1' });
  await send(form);
  const report = await readCashDay(admin, storeDate(systemClock(), 'America/New_York'));
  expect(report?.refused.find(({ number }) => number === order)).toMatchObject({
    by: `Kim Reyes (${kim.email})`,
    note: null,
  });
});

test('no row of either table is ever changed', async () => {
  for (const table of ['refused_hand_overs', 'hand_over_settlements'])
    await expect(fresh.db.execute(sql`delete from ${sql.identifier(table)}`)).rejects.toThrow();
});
