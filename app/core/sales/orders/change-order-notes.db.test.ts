/** Tests what a customer adds to an order for staff: saved at checkout, changed until packing, read only by staff. */
import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { readCounterOrder } from '#counter/hand-over/hand-over-queries.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { readPickList } from '#office/pick-list/pick-list-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, edit, eventsOf, NOW, SLOT, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { changeOrderNotes } from './change-order-notes.server.ts';
import { changeOrderStatus } from './change-order-status.server.ts';
import { changePickupName } from './change-pickup-name.server.ts';
import { readManagedOrders } from './list/manage-orders-queries.server.ts';
import { orderList } from './list/order-list.ts';
import { readOrderDetails } from './order-details-queries.server.ts';
import { MOST_NOTE_CHANGES, NO_NOTES, type OrderNotes } from './order-notes.ts';

const ZONE = 'America/New_York';
const fresh = freshShop(afterAll);
const NOTES: OrderNotes = { customerNote: 'Two bags, please.\nThank you', pickupName: 'Juniper Vale' };
let staff: SignedIn;
let customer: SignedIn;
let mug: number;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  mug = await aMug(fresh.db, { onHand: 500 });
});
beforeEach(async () => {
  customer = await aPerson(fresh.db);
});

const notesOf = async (orderId: string) => {
  const { customerNote, pickupName } = await storedOrder(fresh.db, orderId);
  return { customerNote, pickupName };
};
const change = (
  orderId: string,
  notes: OrderNotes,
  seen = NO_NOTES,
  actor: Parameters<typeof changeOrderNotes>[0] = customer,
) => changeOrderNotes(actor, orderId, { notes, seen }, NOW);
const refused = (problem: object) => ({ ok: false, problem });
const inputWith = (notes: OrderNotes, key: string) => ({
  key,
  lines: [{ productId: mug, quantity: 1 }],
  reservationId: null,
  slotStartsAt: SLOT,
  birthDate: null,
  expectedTotal: null,
  again: true,
  notes,
});

describe('notes at checkout', () => {
  test('are saved with the order: the note and the pickup name', async () => {
    const placed = await placeOrder(customer, inputWith(NOTES, randomUUID()), NOW);
    expect(await notesOf(placed.ok ? placed.value.orderId : '')).toEqual(NOTES);
  });

  test('are part of the attempt: the same notes repeat the order, and other notes are refused', async () => {
    const key = randomUUID();
    const first = await placeOrder(customer, inputWith(NOTES, key), NOW);
    expect(await placeOrder(customer, inputWith(NOTES, key), NOW)).toMatchObject({
      ok: true,
      value: { orderId: first.ok && first.value.orderId, repeated: true },
    });
    const other = { ...NOTES, pickupName: 'Someone Else' };
    expect(await placeOrder(customer, inputWith(other, key), NOW)).toEqual(refused({ kind: 'cart-changed' }));
  });
});

describe('a change of notes', () => {
  test('is saved with an event for staff and customer, and leaves the lines alone', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    const before = await storedOrder(fresh.db, orderId);
    expect(await change(orderId, NOTES)).toEqual({ ok: true, value: { changed: true } });
    const after = await storedOrder(fresh.db, orderId);
    expect(after).toEqual({ ...before, ...NOTES, version: 2, updatedAt: after.updatedAt });
    expect(await eventsOf(fresh.db, orderId)).toEqual([
      'order-placed',
      'order-note-changed',
      'order-pickup-name-changed',
    ]);
    const managed = await readManagedOrder(staff, orderId, ZONE, NOW);
    expect(managed?.notes).toEqual(NOTES);
    expect(managed?.timeline.map(({ label }) => label)).toEqual([
      'Reserved',
      'Note changed',
      'Pickup name changed',
    ]);
    const details = await readOrderDetails(customer, orderId, NOW);
    expect(details).toMatchObject({ mayChangeNote: true, mayChangePickupName: true, view: { notes: NOTES } });
  });

  test('to the note alone adds one line to the history, and saving it again adds none', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    const wanted = { ...NO_NOTES, customerNote: 'Ring the bell' };
    expect(await change(orderId, wanted)).toMatchObject({ value: { changed: true } });
    expect(await change(orderId, wanted)).toEqual({ ok: true, value: { changed: false } });
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-note-changed']);
    expect(await change(orderId, NO_NOTES, wanted)).toMatchObject({ value: { changed: true } });
    expect(await notesOf(orderId)).toEqual(NO_NOTES);
  });

  test('is allowed until packing starts, and refused after that', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    await bringTo(staff, orderId, 'confirmed');
    expect(await change(orderId, NOTES)).toMatchObject({ ok: true });
    await changeOrderStatus(staff, { orderId, to: 'packing', reason: '', version: null }, NOW);
    const late = { kind: 'too-late', what: 'note', status: 'packing' };
    expect(await change(orderId, NO_NOTES, NOTES)).toEqual(refused(late));
    expect(await notesOf(orderId)).toEqual(NOTES);
    expect(await readOrderDetails(customer, orderId, NOW)).toMatchObject({ mayChangeNote: false });
  });

  test('of who picks it up is allowed until the hand-over, for the customer as for staff', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    await bringTo(staff, orderId, 'ready');
    const named = { ...NO_NOTES, pickupName: 'Juniper Vale' };
    expect(await change(orderId, named)).toMatchObject({ ok: true });
    expect(await readOrderDetails(customer, orderId, NOW)).toMatchObject({
      mayChangeNote: false,
      mayChangePickupName: true,
      view: { notes: named },
    });
    const counter = await readCounterOrder(staff, orderId, NOW);
    expect(counter).toMatchObject({ holder: 'Juniper Vale', mayChangePickupName: true });
    expect((await readManagedOrder(staff, orderId, ZONE, NOW))?.timeline.at(-1)?.label).toBe(
      'Pickup name changed',
    );
    await changeOrderStatus(staff, { orderId, to: 'cancelled', reason: 'Test', version: null }, NOW);
    const ended = { kind: 'too-late', what: 'pickup-name', status: 'cancelled' };
    expect(await change(orderId, NO_NOTES, named)).toEqual(refused(ended));
    expect(await readCounterOrder(staff, orderId, NOW)).toMatchObject({ mayChangePickupName: false });
  });

  test('of a canceled order is refused', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    await cancelOrder(customer, orderId, NOW);
    expect(await change(orderId, NOTES)).toEqual(
      refused({ kind: 'too-late', what: 'pickup-name', status: 'cancelled' }),
    );
  });

  test('of another customer’s order looks like a missing order', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    const other = await aPerson(fresh.db);
    for (const actor of [other, guest, staff, { ...customer, isBanned: true }])
      expect(await change(orderId, NOTES, NO_NOTES, actor)).toEqual(refused({ kind: 'not-found' }));
    expect(await change('ORD999999', NOTES)).toEqual(refused({ kind: 'not-found' }));
    expect(await notesOf(orderId)).toEqual(NO_NOTES);
  });

  test('over a change made elsewhere is refused with the saved notes, and a staff edit is no conflict', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    await edit(fresh.db, staff, orderId, { note: 'Fragile' });
    expect(await change(orderId, NOTES)).toMatchObject({ ok: true });
    const mine = { ...NO_NOTES, customerNote: 'From the other tab' };
    expect(await change(orderId, mine)).toEqual(refused({ kind: 'stale', now: NOTES }));
    expect(await notesOf(orderId)).toEqual(NOTES);
    expect(await change(orderId, mine, NOTES)).toMatchObject({ ok: true });
  });

  test('is possible twenty times', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    let seen = NO_NOTES;
    for (let nth = 0; nth < MOST_NOTE_CHANGES; nth++) {
      const notes = { ...NO_NOTES, customerNote: `Number ${nth}` };
      expect(await change(orderId, notes, seen)).toMatchObject({ ok: true });
      seen = notes;
    }
    expect(await change(orderId, NO_NOTES, seen)).toEqual(refused({ kind: 'changed-often' }));
  });
});

test('the list marks an order with a note and shows its pickup name, and the pick list has both', async () => {
  const orderId = await anOrder(customer, [[mug, 1]]);
  await change(orderId, NOTES);
  const plain = await anOrder(customer, [[mug, 1]]);
  const listed = await readManagedOrders(staff, orderList.parse(new URLSearchParams()), ZONE);
  const rowOf = (number: string) => listed?.rows.find((row) => row.number === number);
  expect(rowOf(orderId)).toMatchObject({ hasNote: true, pickupName: 'Juniper Vale' });
  expect(rowOf(plain)).toMatchObject({ hasNote: false, pickupName: null });
  const { orders } = await readPickList(staff, { numbers: [orderId] }, ZONE);
  expect(orders).toMatchObject([NOTES]);
});

describe('a pickup name changed by staff', () => {
  const byStaff = (orderId: string, pickupName: string | null, seen: string | null, actor = staff) =>
    changePickupName(actor, orderId, { pickupName, seen }, NOW);

  test('is saved until the order ends, with audit and history, and leaves the note alone', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    await change(orderId, { ...NO_NOTES, customerNote: 'Ring the bell' });
    await bringTo(staff, orderId, 'packing');
    const { id } = await storedOrder(fresh.db, orderId);
    expect(await byStaff(orderId, 'Juniper Vale', null)).toEqual({ ok: true, value: { changed: true } });
    expect(await notesOf(orderId)).toEqual({ customerNote: 'Ring the bell', pickupName: 'Juniper Vale' });
    expect((await eventsOf(fresh.db, orderId)).at(-1)).toBe('order-pickup-name-changed');
    const [entry] = await fresh.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({
      actorId: staff.userId,
      action: 'order.pickup-name-changed',
      before: { pickupName: null },
      after: { pickupName: '•••le' },
    });
    expect(await byStaff(orderId, 'Juniper Vale', null)).toEqual({ ok: true, value: { changed: false } });
    await changeOrderStatus(staff, { orderId, to: 'cancelled', reason: 'Test', version: null }, NOW);
    expect(await byStaff(orderId, null, 'Juniper Vale')).toEqual(refused({ kind: 'ended' }));
  });

  test('is refused to customers, for an unknown order, and over another name; what else changed is no conflict', async () => {
    const orderId = await anOrder(customer, [[mug, 1]]);
    expect(await byStaff(orderId, 'Juniper Vale', null, customer)).toEqual(refused({ kind: 'not-allowed' }));
    expect(await byStaff('ORD999999', 'Juniper Vale', null)).toEqual(refused({ kind: 'not-found' }));
    await change(orderId, NOTES);
    expect(await byStaff(orderId, 'Robin Hale', null)).toEqual(
      refused({ kind: 'stale', now: 'Juniper Vale' }),
    );
    expect(await notesOf(orderId)).toEqual(NOTES);
    await edit(fresh.db, staff, orderId, { note: 'Fragile' });
    expect(await byStaff(orderId, 'Robin Hale', 'Juniper Vale')).toMatchObject({ ok: true });
  });
});
