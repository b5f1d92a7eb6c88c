/** Tests that an action which waited on a tablet counts once, for the person who did it, and is checked again when it arrives. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/access/actor.ts';
import { cleanUpOfflineActions } from '#core/access/offline-action.server.ts';
import { startPacking } from '#core/orders/packing/start-packing.server.ts';
import { invalidateSettings } from '#core/settings/settings-queries.server.ts';
import { offlineActions } from '#db/schema/access.ts';
import { idChecks } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { newId } from '#kernel/ids.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, auditOf, bringTo, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import type { ActionKind } from './offline-action.ts';
import { runAction } from './run-action.server.ts';

const fresh = freshShop(afterAll);
let kim: SignedIn;
let lee: SignedIn;

beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
});

type Draft = { kind: ActionKind; order: string; version?: number; after?: string; id?: string };

/** The form of an action of Kim's, done a quarter of an hour ago. */
function formOf(draft: Draft, fields: Record<string, string> = {}) {
  const form = new FormData();
  const all = {
    ...{ id: newId<string>(), version: '1', after: '', by: kim.userId },
    ...{ doneAt: String(Date.now() - 900_000), ...draft, ...fields },
  };
  for (const [name, value] of Object.entries(all)) form.set(name, String(value));
  return form;
}
const send = (form: FormData, who = kim) => runAction(who, form, 'farm.example');
const done = { outcome: 'done' };

async function orderOf(quantity = 2) {
  const productId = await aProduct(fresh.db, { onHand: 9 });
  const order = await anOrder(await aPerson(fresh.db), [[productId, quantity]]);
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
  expect(await send(start, lee)).toBeNull();
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

const handOver = { idKind: 'driver_license', idIssuer: 'New York', nameMatches: '1', cashReceived: '200' };

test('a hand-over without a network is refused unless the owner allows it, and is checked again', async () => {
  const { order } = await orderOf();
  await bringTo(kim, order, 'ready');
  const { version } = await storedOrder(fresh.db, order);
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
  expect(check).toMatchObject({ outcome: 'accepted', expiresOn: null });
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
  const fields = { ...handOver, owed: String(total - 1) };
  const other = formOf({ kind: 'hand-over', order, version }, fields);
  expect(await send(other)).toEqual({
    outcome: 'refused',
    text: `Cash due is now ${formatCents(cents(total))}. This is on the End of day list.`,
  });
  expect(await storedOrder(fresh.db, order)).toMatchObject({ status: 'ready' });
  const same = formOf({ kind: 'hand-over', order, version }, { ...fields, owed: String(total) });
  expect(await send(same)).toEqual(done);
});

test.each([
  ['in 2099', Date.parse('2099-12-31T23:59:00Z')],
  ['three days ago', Date.now() - 3 * 86_400_000],
])('a hand-over of a tablet whose clock is %s has the time of its arrival on record', async (_, doneAt) => {
  const { order } = await orderOf();
  await bringTo(kim, order, 'ready');
  const { version, id } = await storedOrder(fresh.db, order);
  const form = formOf({ kind: 'hand-over', order, version }, { ...handOver, doneAt: String(doneAt) });
  const before = Date.now();
  expect(await send(form)).toEqual(done);
  const [row] = await fresh.db.select().from(offlineActions).where(eq(offlineActions.orderNumber, order));
  expect(row?.doneAt.getTime()).toBeGreaterThanOrEqual(before - 1000);
  expect(row?.doneAt.getTime()).toBeLessThanOrEqual(Date.now());
  const [check] = await fresh.db.select().from(idChecks).where(eq(idChecks.orderId, id));
  expect(check?.note).toMatch(/^Checked without a network, sent /);
  expect(check?.note).not.toContain('2099');
});

test('rows of actions are deleted after 30 days', async () => {
  const before = await fresh.db.$count(offlineActions);
  await cleanUpOfflineActions(new Date(Date.now() + 29 * 86_400_000));
  expect(await fresh.db.$count(offlineActions)).toBe(before);
  await cleanUpOfflineActions(new Date(Date.now() + 31 * 86_400_000));
  expect(await fresh.db.$count(offlineActions)).toBe(0);
});
