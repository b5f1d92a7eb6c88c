/** Tests that an action which waited on a tablet counts once, for the person who did it, and is checked again when it arrives. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { signOutPerson } from '#core/accounts/identity/sessions/sign-out-person.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { cleanUpOfflineActions } from '#core/ground/access/offline-action.server.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { offlineActions } from '#db/schema/access.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessionEnds, sessions } from '#db/schema/identity.ts';
import { idChecks, orders, refusedHandOvers } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { newId } from '#kernel/ids.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { awayTablet, type GOOD_ID, sealedId } from '#tests/support/offline-tablet.ts';
import { anOrder, auditOf, bringTo, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import type { ActionKind } from '../network/offline-action.ts';
import { runAction } from './run-action.server.ts';

const HOUR = 3_600_000;
const fresh = freshShop(afterAll);
let kim: SignedIn;
let lee: SignedIn;
let tablet: string;

beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
  tablet = await awayTablet(fresh.db, kim);
});

type Draft = { kind: ActionKind; order: string; version?: number; after?: string; id?: string };

/** The form of an action of Kim's, done a quarter of an hour ago. */
function formOf(draft: Draft, fields: Record<string, string> = {}) {
  const form = new FormData();
  const all = {
    ...{ id: newId<string>(), version: '1', after: '', by: kim.userId },
    ...{ tablet, session: kim.sessionId, sentAt: String(Date.now()) },
    ...{ doneAt: String(Date.now() - 900_000), ...draft, ...fields },
  };
  for (const [name, value] of Object.entries(all)) form.set(name, String(value));
  return form;
}
const send = (form: FormData, who = kim) => runAction(who, form, 'farm.example');
const done = { outcome: 'done' };

async function orderOf(quantity = 2, limitMg = 3500) {
  const productId = await aProduct(fresh.db, { onHand: 9, limitMg });
  const order = await anOrder(await aPerson(fresh.db), [[productId, quantity]]);
  // Placed two days ago.
  const placed = { createdAt: new Date(Date.now() - 48 * HOUR) };
  await fresh.db.update(orders).set(placed).where(eq(orders.orderId, order));
  const stored = await storedOrder(fresh.db, order);
  return { order, version: stored.version, line: stored.items[0]?.reservationId ?? '' };
}

test('an order is packed and marked ready by actions that each saw the version before the first', async () => {
  const { order, version, line } = await orderOf();
  const [start, unit, ready] = [newId<string>(), newId<string>(), newId<string>()];
  expect(await send(formOf({ kind: 'pack', order, version, id: start }))).toEqual(done);
  expect(await send(formOf({ kind: 'pack-all', order, version, id: unit, after: start }, { line }))).toEqual(
    done,
  );
  expect(await send(formOf({ kind: 'ready', order, version, id: ready, after: unit }))).toEqual(done);
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'ready' });
});

test('the same action, sent ten times at once and again later, counts once', async () => {
  const { order, version, line } = await orderOf(3);
  expect(await send(formOf({ kind: 'pack', order, version }))).toEqual(done);
  const one = formOf({ kind: 'pack-one', order, version }, { line });
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(one)));
  expect(answers.every((answer) => answer?.outcome === 'done')).toBe(true);
  expect(await send(one)).toEqual(done);
  const arrived = formOf({ kind: 'here', order, version });
  expect(await send(arrived)).toEqual(done);
  expect(await send(formOf({ kind: 'not-here', order, version }))).toEqual(done);
  // The person left since: the first action, sent once more, brings no one back.
  expect(await send(arrived)).toEqual(done);
  expect(await storedOrder(fresh.db, order)).toMatchObject({ arrivalNumber: null });
  const refuse = formOf(
    { kind: 'refuse', order, version: (await storedOrder(fresh.db, order)).version },
    { refusal: 'intoxicated' },
  );
  expect(await send(refuse)).toEqual(done);
  expect(await send(refuse)).toEqual(done);
  const actions = (await auditOf(fresh.db, order)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'order.refused-at-counter')).toHaveLength(1);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('someone else was first: the tablet’s later actions are refused with the reason, and leave no row', async () => {
  const { order, version, line } = await orderOf();
  expect((await startPacking(lee, { orderId: order, takeOver: false })).ok).toBe(true);
  const [start, unit] = [newId<string>(), newId<string>()];
  expect(await send(formOf({ kind: 'pack', order, version, id: start }))).toEqual({
    outcome: 'refused',
    text: `Lee Ford packs ${order}. Take over, or pack another order.`,
  });
  expect(await send(formOf({ kind: 'pack-one', order, version, id: unit, after: start }, { line }))).toEqual({
    outcome: 'refused',
    text: 'Lee Ford packs this order. Nothing was packed. Take over, or pack another order.',
  });
  expect(await send(formOf({ kind: 'ready', order, version, after: unit }))).toEqual({
    outcome: 'refused',
    text: 'Failed to update status. Someone else saved changes. Review them first.',
  });
  const rows = await fresh.db.select().from(offlineActions).where(eq(offlineActions.orderNumber, order));
  expect(rows).toEqual([]);
});

test('an action that is accepted beside someone else’s change does not make the later ones know of it', async () => {
  const { order, version } = await orderOf();
  expect((await startPacking(lee, { orderId: order, takeOver: false })).ok).toBe(true);
  const [note, here] = [newId<string>(), newId<string>()];
  expect(await send(formOf({ kind: 'note', order, version, id: note }, { note: 'Side door' }))).toEqual(done);
  expect(await send(formOf({ kind: 'here', order, version, id: here, after: note }))).toEqual(done);
  expect(await send(formOf({ kind: 'ready', order, version, after: here }))).toEqual({
    outcome: 'refused',
    text: 'Failed to update status. Someone else saved changes. Review them first.',
  });
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'packing', packerName: 'Lee Ford' });
});

test('another person’s action is not sent as one’s own, nor after a version of theirs', async () => {
  const { order, version } = await orderOf();
  const start = formOf({ kind: 'pack', order, version });
  expect(await send(start, lee)).toEqual({ outcome: 'theirs' });
  expect(await send(start)).toEqual(done);
  const stolen = formOf(
    { kind: 'ready', order, version, after: String(start.get('id')) },
    { by: lee.userId },
  );
  expect(await send(stolen, lee)).toMatchObject({ outcome: 'refused' });
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'packing', packerName: 'Kim Reyes' });
});

test('a note is added with the time it was written, and hostile forms are refused', async () => {
  const { order, version } = await orderOf();
  expect(await send(formOf({ kind: 'note', order, version }, { note: 'Side door' }))).toEqual(done);
  expect((await storedOrder(fresh.db, order)).note).toMatch(/^\d{1,2}:\d\d [AP]M, Kim Reyes: Side door$/);
  const wrongs: Record<string, string>[] = [
    { id: 'x' },
    { kind: 'completed' },
    { doneAt: '1e99' },
    { doneAt: '8640000000000000' },
    { order: 'ORD1; drop' },
    { after: '0' },
  ];
  for (const wrong of wrongs)
    expect(await send(formOf({ kind: 'here', order }, wrong))).toMatchObject({ outcome: 'refused' });
  expect(await send(formOf({ kind: 'pack-one', order, version }, { line: '__proto__' }))).toMatchObject({
    outcome: 'refused',
  });
});

const handOverOf = async (order: string, more: Record<string, string> = {}) => ({
  ...{ idKind: 'driver_license', idIssuer: 'New York', nameMatches: '1', cashReceived: '200' },
  ...{ sealedId: await sealedId(order), owed: String((await storedOrder(fresh.db, order)).total), ...more },
});

test('a hand-over without a network is refused unless the owner allows it, and is checked again', async () => {
  const { order } = await orderOf();
  await bringTo(kim, order, 'ready');
  const { version } = await storedOrder(fresh.db, order);
  const handOver = await handOverOf(order);
  const form = formOf({ kind: 'hand-over', order, version }, handOver);
  expect(await send(form)).toEqual({
    outcome: 'refused',
    text: 'Hand-overs without a network are switched off. This is on the End of day list.',
  });
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'counter', value: { offlineHandOver: true } })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value: { offlineHandOver: true } } });
  invalidateSettings();
  expect(
    await send(
      formOf({ kind: 'hand-over', order, version }, { ...handOver, nameMatches: '', cashReceived: '1' }),
    ),
  ).toMatchObject({ outcome: 'refused', text: expect.stringContaining('is still due.') });
  // The refused one is on record, and stays refused.
  expect(await send(form)).toMatchObject({ outcome: 'refused' });
  const allowed = formOf({ kind: 'hand-over', order, version }, handOver);
  expect(await send(allowed)).toEqual(done);
  expect(await send(allowed)).toEqual(done);
  const stored = await storedOrder(fresh.db, order);
  expect(stored).toMatchObject({ status: 'completed', paymentStatus: 'paid' });
  const [check] = await fresh.db.select().from(idChecks).where(eq(idChecks.orderId, stored.id));
  expect(check).toMatchObject({ outcome: 'accepted', expiresOn: '2090-01-31' });
  expect(check?.note).toMatch(/^Checked without a network, .+, sent .+$/);
  expect(await send(formOf({ kind: 'hand-over', order, version }, handOver))).toEqual({
    outcome: 'refused',
    text: expect.stringMatching(/^Kim Reyes handed this order over on .+ This is on the End of day list\.$/),
  });
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a hand-over whose cash was rounded otherwise on the tablet is refused with what is due', async () => {
  const allowed = { name: 'counter', value: { offlineHandOver: true } };
  await fresh.db
    .insert(storeSettings)
    .values(allowed)
    .onConflictDoUpdate({ target: storeSettings.name, set: allowed });
  const { order } = await orderOf();
  await bringTo(kim, order, 'ready');
  const { version, total } = await storedOrder(fresh.db, order);
  const fields = await handOverOf(order, { owed: String(total - 1) });
  const other = formOf({ kind: 'hand-over', order, version }, fields);
  expect(await send(other)).toEqual({
    outcome: 'refused',
    text: `Cash due is now ${formatCents(cents(total))}. This is on the End of day list.`,
  });
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'ready' });
  const same = formOf({ kind: 'hand-over', order, version }, { ...fields, owed: String(total) });
  expect(await send(same)).toEqual(done);
});

/** An order that is ready since June; the tablet and Kim's session are known. */
async function readyOrder(limitMg = 3500) {
  const { order } = await orderOf(1, limitMg);
  await bringTo(kim, order, 'ready');
  const { version, id } = await storedOrder(fresh.db, order);
  return { order, version, id };
}

test('a hand-over of a tablet whose clock is wrong has the time of the shop on record', async () => {
  const { order, version } = await readyOrder();
  const times = {
    sentAt: String(Date.parse('2099-12-31T12:00:00Z')),
    doneAt: String(Date.parse('2099-12-31T11:00:00Z')),
  };
  const before = Date.now();
  const form = formOf({ kind: 'hand-over', order, version }, await handOverOf(order, times));
  expect(await send(form)).toEqual(done);
  const [row] = await fresh.db.select().from(offlineActions).where(eq(offlineActions.orderNumber, order));
  expect(row?.doneAt.getTime()).toBeGreaterThanOrEqual(before - HOUR - 1000);
  expect(row?.doneAt.getTime()).toBeLessThanOrEqual(Date.now() - HOUR);
});

test('a hand-over dated before its order was ready is refused and recorded, and the order stays', async () => {
  const { order, version, id } = await readyOrder();
  await fresh.db
    .update(orders)
    .set({ readyAt: new Date(Date.now() - HOUR) })
    .where(eq(orders.id, id));
  const early = { doneAt: String(Date.now() - 2 * HOUR) };
  const form = formOf({ kind: 'hand-over', order, version }, await handOverOf(order, early));
  const words = expect.stringMatching(
    /^By the tablet’s clock this was done at .+, before the order was ready \(.+\)\. This is on the End of day list\.$/,
  );
  expect(await send(form)).toEqual({ outcome: 'refused', text: words });
  expect(await send(form)).toEqual({ outcome: 'refused', text: words });
  expect(await fresh.db.$count(refusedHandOvers, eq(refusedHandOvers.orderId, id))).toBe(1);
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'ready' });
});

test('an order that was marked ready on the same tablet before counts as ready since that press', async () => {
  const { order, version, line } = await orderOf();
  const [start, unit, ready, over] = [newId<string>(), newId<string>(), newId<string>(), newId<string>()];
  const at = (minutes: number) => ({ doneAt: String(Date.now() - minutes * 60_000) });
  await send(formOf({ kind: 'pack', order, version, id: start }, at(60)));
  await send(formOf({ kind: 'pack-all', order, version, id: unit, after: start }, { line, ...at(50) }));
  await send(formOf({ kind: 'ready', order, version, id: ready, after: unit }, at(40)));
  const fields = await handOverOf(order, at(30));
  expect(await send(formOf({ kind: 'hand-over', order, version, id: over, after: ready }, fields))).toEqual(
    done,
  );
});

test.each<[string, (order: string) => Promise<Record<string, string>>, RegExp]>([
  [
    'a tablet that the shop does not know',
    async () => ({ tablet: newId<string>() }),
    /does not know this tablet/,
  ],
  [
    'a tablet that was empty afterwards',
    async () => ({ tablet: await awayTablet(fresh.db, kim, new Date(Date.now() - 600_000)) }),
    /the tablet had nothing to send/,
  ],
  [
    'a time after it was sent',
    async () => ({ doneAt: String(Date.now() + HOUR) }),
    /sent before it was done/,
  ],
  ['another person’s session', async () => ({ session: lee.sessionId }), /was signed out/],
])('any action is refused of %s', async (_, wrong, words) => {
  const { order, version } = await readyOrder();
  const here = formOf({ kind: 'here', order, version }, await wrong(order));
  expect(await send(here)).toEqual({ outcome: 'refused', text: expect.stringMatching(words) });
  expect(await storedOrder(fresh.db, order)).toMatchObject({ arrivalNumber: null });
  const form = formOf({ kind: 'hand-over', order, version }, await handOverOf(order, await wrong(order)));
  expect(await send(form)).toEqual({ outcome: 'refused', text: expect.stringMatching(words) });
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'ready' });
});

test('what was pressed after the session had been ended is refused; what came before it counts', async () => {
  const jo = await aPerson(fresh.db, { role: 'staff', name: 'Jo Lane' });
  const ended = jo.sessionId;
  await signOutPerson(await aPerson(fresh.db, { role: 'admin' }), jo.userId);
  await fresh.db
    .update(sessionEnds)
    .set({ endedAt: new Date(Date.now() - HOUR) })
    .where(eq(sessionEnds.sessionId, ended));
  const again = { ...jo, sessionId: newId<string>() };
  const session = { id: again.sessionId, userId: jo.userId, token: newId<string>() };
  await fresh.db.insert(sessions).values({ ...session, expiresAt: new Date(Date.now() + HOUR) });
  const pressed = async (minutes: number) => {
    const { order, version } = await readyOrder();
    const times = { doneAt: String(Date.now() - minutes * 60_000), by: jo.userId, session: ended };
    return send(formOf({ kind: 'here', order, version }, times), again);
  };
  expect(await pressed(30)).toEqual({ outcome: 'refused', text: expect.stringMatching(/signed out/) });
  expect(await pressed(90)).toEqual(done);
});

test.each<[string, Partial<typeof GOOD_ID> & Record<string, string>, RegExp]>([
  ['an issuer that is none', { idIssuer: 'z' }, /Choose the US state/],
  ['no number', { idNumber: '' }, /Enter the number of the ID/],
  ['no dates', { idExpiresOn: '', idBirthDate: '' }, /Enter the date the ID expires/],
  ['an expired ID', { idExpiresOn: '2020-01-01' }, /expired/],
  ['a person of 20', { idBirthDate: '2010-01-01' }, /under 21/],
  ['another order’s sealed ID', { sealedId: '' }, /Enter the number of the ID/],
])('a hand-over with %s is refused on arrival, and recorded', async (_, wrong, words) => {
  const { order, version } = await readyOrder();
  const sealed = { sealedId: await sealedId('sealedId' in wrong ? 'ORD999' : order, wrong) };
  const fields = await handOverOf(order, { ...wrong, ...sealed });
  const answer = await send(formOf({ kind: 'hand-over', order, version }, fields));
  expect(answer).toEqual({ outcome: 'refused', text: expect.stringMatching(words) });
  expect(answer).toMatchObject({ text: expect.stringContaining('End of day list') });
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'ready' });
});

test('the day of the hand-over decides whether its ID had expired', async () => {
  const { order, version } = await readyOrder();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const times = { doneAt: String(Date.now() - 23 * HOUR) };
  const sealed = await sealedId(order, { idExpiresOn: yesterday });
  await awayTablet(fresh.db, kim);
  const fields = await handOverOf(order, { ...times, sealedId: sealed });
  expect(await send(formOf({ kind: 'hand-over', order, version }, fields))).toMatchObject({
    outcome: 'done',
  });
});

test('hand-overs without a network count for the person of the ID, and a banned license is refused', async () => {
  const number = 'L7654321';
  const take = async () => {
    const { order, version } = await readyOrder(50_000);
    return send(
      formOf(
        { kind: 'hand-over', order, version },
        await handOverOf(order, { sealedId: await sealedId(order, { idNumber: number }) }),
      ),
    );
  };
  expect(await take()).toEqual(done);
  expect(await take()).toMatchObject({
    outcome: 'refused',
    text: expect.stringContaining('End of day list'),
  });
  const banned = await aPerson(fresh.db, { isBanned: true });
  await fresh.db
    .update(customerProfiles)
    .set({ licenseIdHash: hashLicense('B1112223'), licenseState: 'NY', licenseVerified: true })
    .where(eq(customerProfiles.userId, banned.userId));
  const { order, version } = await readyOrder();
  const sealed = await sealedId(order, { idNumber: 'B1112223' });
  expect(
    await send(formOf({ kind: 'hand-over', order, version }, await handOverOf(order, { sealedId: sealed }))),
  ).toMatchObject({ outcome: 'refused', text: expect.stringContaining('banned account') });
});

test('rows of actions are deleted after 30 days', async () => {
  const before = await fresh.db.$count(offlineActions);
  await cleanUpOfflineActions(new Date(Date.now() + 29 * 86_400_000));
  expect(await fresh.db.$count(offlineActions)).toBe(before);
  await cleanUpOfflineActions(new Date(Date.now() + 31 * 86_400_000));
  expect(await fresh.db.$count(offlineActions)).toBe(0);
});
