/** Closures against a database: who is listed and notified, moves by the link, the undo, and all of it at once. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { newestVersion } from '#core/ground/settings/settings-versions-queries.server.ts';
import { holdForSignUp, readHoldTerms } from '#core/sales/checkout/hold-for-sign-up.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { movePickup } from '#core/sales/orders/hand-over/move-pickup.server.ts';
import { readOrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { closureOrders, closurePeople, closures } from '#db/schema/closures.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries, userPreferences } from '#db/schema/notifications.ts';
import { orders, pickupReservations, signUpHolds } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { reservationLots } from '#db/schema/stock.ts';
import { close } from '#tests/support/closures.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, eventsOf, NOW, storedOrder, takenIn } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { cancelClosedOrder, moveClosedOrder } from './answer-closure.server.ts';
import { closureToken } from './closure-link.server.ts';
import { readClosureNotice } from './closure-notice-queries.server.ts';
import { closureOrderList } from './closure-orders.ts';
import {
  readClosure,
  readClosureOfOrder,
  readClosureOrders,
  readClosureProgress,
  readClosureWork,
} from './closures-queries.server.ts';
import { recordCall } from './record-call.server.ts';
import { tellClosure, tellOpenAgain } from './tell-closure.server.ts';
import { undoClosure } from './undo-closure.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let staff: SignedIn;
let mug: number;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sol Counter' });
  mug = await aMug(fresh.db, { onHand: 50_000 });
});

let days = 0;
/** Two days that no other test uses: one to close, and the next. Two in the afternoon is open on each. */
function twoDays() {
  const first = Temporal.PlainDate.from('2026-06-08').add({ days: days });
  days += 2;
  const at = (day: Temporal.PlainDate, time = '14:00') =>
    day.toZonedDateTime({ timeZone: 'America/New_York', plainTime: time }).toInstant().toString();
  const next = first.add({ days: 1 });
  return {
    day: first.toString(),
    slot: at(first),
    at: (time: string) => at(first, time),
    next: at(next),
    nextDay: next.toString(),
    span: { first: first.toString(), last: first.toString() },
  };
}

async function closed(...given: Parameters<typeof close>) {
  const outcome = await close(...given);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  const [row] = await fresh.db.select().from(closures).where(eq(closures.number, outcome.value.number));
  if (!row) throw new Error('no closure');
  return { ...outcome.value, id: row.id };
}

const peopleOf = (closureId: string) =>
  fresh.db
    .select()
    .from(closurePeople)
    .where(eq(closurePeople.closureId, closureId))
    .orderBy(closurePeople.number);

async function linkOf(closureId: string, who: SignedIn): Promise<string> {
  const person = (await peopleOf(closureId)).find(({ userId }) => userId === who.userId);
  if (!person) throw new Error('not listed');
  return closureToken(person.number);
}

/** Does the worker's job until every message is written. */
async function tellAll(id: string, tell = tellClosure): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await tell(id, NOW);
}

const mailsTo = (...people: SignedIn[]) =>
  fresh.db
    .select({ subject: mailMessages.subject, text: mailMessages.text })
    .from(mailMessages)
    .where(
      and(
        inArray(
          mailMessages.recipient,
          people.map(({ email }) => email),
        ),
        sql`${mailMessages.html} like '%/new-time/%'`,
      ),
    )
    .orderBy(mailMessages.createdAt);

const refused = (kind: string) => ({ ok: false, problem: { kind } });

describe('closing a day', () => {
  test('lists each customer outside the hours once, saves the hours, and takes no more orders', async () => {
    const { slot, span, day } = twoDays();
    const [one, two] = [await aPerson(fresh.db), await aPerson(fresh.db)];
    const first = await anOrder(one, [[mug, 1]], slot);
    await anOrder(one, [[mug, 2]], slot);
    await anOrder(two, [[mug, 1]], slot);
    const gone = await anOrder(two, [[mug, 1]], slot);
    await cancelOrder(two, gone, NOW);
    const { people, orders: many, id, number } = await closed(admin, span);
    expect([people, many]).toEqual([2, 3]);
    expect((await peopleOf(id)).map(({ status }) => status)).toEqual(['waiting', 'waiting']);
    expect((await readSettings()).pickup.exceptions).toContainEqual({
      date: day,
      closed: true,
      reason: 'Storm. The farm is closed on Saturday.',
    });
    await expect(anOrder(one, [[mug, 1]], slot)).rejects.toThrow('slot-unavailable');
    const order = await storedOrder(fresh.db, first);
    expect(await readClosureOfOrder(order.id)).toMatchObject({ number });
    expect((await readOrderDetails(one, first, NOW))?.closed).toEqual({
      reason: 'Storm. The farm is closed on Saturday.',
    });
    const record = await readClosure(staff, number);
    if (!record) throw new Error('no closure');
    expect(await readClosureProgress(record)).toMatchObject({ orders: 3, open: 3, people: 2, waiting: 2 });
    const today = Temporal.PlainDate.from('2026-06-06');
    expect(await readClosureWork(staff, today)).toContainEqual(
      expect.objectContaining({ number, orders: 3, open: 3 }),
    );
    expect(await readClosure(one, number)).toBeNull();
  });

  test('early lists orders after closing time, and orders whose pickup time no longer fits completely', async () => {
    const { at, span } = twoDays();
    const who = await aPerson(fresh.db);
    await anOrder(who, [[mug, 1]], at('10:00'));
    const [across, after] = [
      await anOrder(who, [[mug, 1]], at('12:30')),
      await anOrder(who, [[mug, 1]], at('14:00')),
    ];
    const { id } = await closed(admin, { ...span, spans: [{ opens: '10:00', closes: '12:45' }] });
    const rows = await fresh.db
      .select({ number: orders.orderId })
      .from(closureOrders)
      .innerJoin(orders, eq(orders.id, closureOrders.orderId))
      .where(eq(closureOrders.closureId, id));
    expect(rows.map(({ number }) => number).toSorted()).toEqual([across, after].toSorted());
  });

  test('without orders saves the hours and notifies no one; repeating it is refused', async () => {
    const { span } = twoDays();
    expect(await close(admin, span)).toMatchObject({ ok: true, value: { people: 0, orders: 0 } });
    expect(await close(admin, span)).toEqual(refused('nothing-new'));
  });

  test('is refused to staff, for past days, and without a reason', async () => {
    const { span } = twoDays();
    expect(await close(staff, span)).toEqual(refused('not-allowed'));
    expect(await close(admin, { first: '2026-06-05', last: '2026-06-05' })).toMatchObject(refused('invalid'));
    expect(await close(admin, { ...span, reason: ' ' })).toMatchObject({
      problem: { errors: { reason: expect.any(String) } },
    });
  });

  test('shows a message to a second admin and changes nothing, whether at once or later', async () => {
    const { slot, span } = twoDays();
    const who = await aPerson(fresh.db);
    await anOrder(who, [[mug, 1]], slot);
    const other = await aPerson(fresh.db, { role: 'admin' });
    const outcomes = await Promise.all([
      close(admin, { ...span, reason: 'Storm.' }),
      close(other, { ...span, reason: 'Snow.' }),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes).toContainEqual(refused('stale'));
    const rows = await fresh.db.select().from(closurePeople).where(eq(closurePeople.userId, who.userId));
    expect(rows).toHaveLength(1);
  });

  test('again lists only customers without a message, and its undo comes before that of the first closure', async () => {
    const { at, span } = twoDays();
    const [early, late] = [await aPerson(fresh.db), await aPerson(fresh.db)];
    await anOrder(early, [[mug, 1]], at('10:00'));
    await anOrder(late, [[mug, 1]], at('16:00'));
    const first = await closed(admin, { ...span, spans: [{ opens: '10:00', closes: '13:00' }] });
    const second = await closed(admin, { ...span, reason: 'The road is closed, too.' });
    expect((await peopleOf(second.id)).map(({ userId }) => userId)).toEqual([early.userId]);
    expect(await undoClosure(admin, first.number)).toMatchObject(refused('later-closure'));
    expect(await undoClosure(admin, second.number)).toMatchObject({ ok: true });
    expect((await readSettings()).pickup.exceptions).toContainEqual(
      expect.objectContaining({ date: span.first, spans: [{ opens: '10:00', closes: '13:00' }] }),
    );
    expect(await undoClosure(admin, first.number)).toMatchObject({ ok: true });
    expect(await undoClosure(admin, first.number)).toEqual(refused('already-undone'));
    expect((await readSettings()).pickup.exceptions.some(({ date }) => date === span.first)).toBe(false);
  });

  test('lists a thousand orders in one save, and a job notifies the first customers', async () => {
    const { slot, span } = twoDays();
    const MANY = 1000;
    await fresh.db.execute(sql`
      with people as (
        insert into users (name, email, email_verified)
        select 'Buyer ' || n, 'storm-' || n || '@example.com', true from generate_series(1, ${MANY}) as n returning id
      ), profiles as (
        insert into customer_profiles (user_id, full_name) select id, 'Buyer' from people
      )
      insert into orders (user_id, user_email, user_name, order_type, status, payment_status, pickup_starts_at,
        pickup_ends_at, subtotal, tax, total, tax_parts)
      select id, 'x@example.com', 'Buyer', 'merchandise_pickup', 'confirmed', 'pay_on_pickup', ${slot}::timestamptz,
        ${slot}::timestamptz + interval '30 minutes', 0, 0, 0, '[]' from people`);
    await fresh.db.insert(pickupSlots).values({ startsAt: new Date(slot), taken: MANY });
    const started = performance.now();
    const { id, people } = await closed(admin, span);
    console.info({ savedInMs: Math.round(performance.now() - started) });
    expect(people).toBe(MANY);
    await tellClosure(id, NOW);
    const { rows } = await fresh.db.execute(sql`
      select count(*)::int as mails, count(distinct recipient)::int as people from mail_messages
      where recipient like 'storm-%'`);
    expect(rows).toEqual([{ mails: 50, people: 50 }]);
  });
});

describe('the messages of a closure', () => {
  test('reach each customer once with new times, however often the job runs', async () => {
    const { slot, span } = twoDays();
    const [who, quiet, gone] = [
      await aPerson(fresh.db, { name: 'Juniper Vale' }),
      await aPerson(fresh.db),
      await aPerson(fresh.db),
    ];
    await fresh.db.insert(userPreferences).values({ userId: quiet.userId, orderUpdates: false });
    const order = await anOrder(who, [[mug, 1]], slot);
    await anOrder(quiet, [[mug, 1]], slot);
    const canceled = await anOrder(gone, [[mug, 1]], slot);
    const { id, number } = await closed(admin, span);
    await cancelOrder(gone, canceled, NOW);
    await tellAll(id);
    await tellAll(id);
    const [mail, ...more] = await mailsTo(who, quiet, gone);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Order ${order} needs a new pickup time`);
    expect(mail?.text).toContain('Storm. The farm is closed on Saturday.');
    expect(mail?.text.match(/Move to /g)).toHaveLength(3);
    expect((await peopleOf(id)).map(({ userId, status }) => [userId, status]).toSorted()).toEqual(
      [
        [who.userId, 'sent'],
        [quiet.userId, 'sent'],
        [gone.userId, 'not-sent'],
      ].toSorted(),
    );
    const record = await readClosure(staff, number);
    if (!record) throw new Error('no closure');
    expect(record.sentAt).not.toBeNull();
    const { rows } = await readClosureOrders(record, closureOrderList.parse(new URLSearchParams()));
    const channels = Object.fromEntries(
      rows.map((row) => [row.customerId, row.channels.map(({ channel }) => channel)]),
    );
    expect(channels).toEqual({ [who.userId]: ['bell', 'email'], [quiet.userId]: [], [gone.userId]: [] });
  });

  test('reach everyone once even if the process dies after it claimed a customer', async () => {
    const { slot, span } = twoDays();
    const [one, two] = [await aPerson(fresh.db), await aPerson(fresh.db)];
    await anOrder(one, [[mug, 1]], slot);
    await anOrder(two, [[mug, 1]], slot);
    const { id } = await closed(admin, span);
    const people = await peopleOf(id);
    // The first was notified and not recorded as such; the second was claimed and not notified.
    await tellClosure(id, NOW);
    await fresh.db
      .update(closurePeople)
      .set({ status: 'sending', sentAt: null })
      .where(eq(closurePeople.closureId, id));
    await fresh.db.delete(deliveries).where(eq(deliveries.userId, people[1]?.userId ?? ''));
    await fresh.db.delete(mailMessages).where(eq(mailMessages.recipient, two.email));
    await fresh.db.update(closures).set({ sentAt: null }).where(eq(closures.id, id));
    await tellAll(id);
    expect(await mailsTo(one)).toHaveLength(1);
    expect(await mailsTo(two)).toHaveLength(1);
    expect((await peopleOf(id)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('are not sent when the owner wants to call', async () => {
    const { slot, span } = twoDays();
    const who = await aPerson(fresh.db);
    await anOrder(who, [[mug, 1]], slot);
    const { id, number } = await closed(admin, span, false);
    await tellAll(id);
    expect(await mailsTo(who)).toEqual([]);
    const person = (await peopleOf(id))[0]?.number ?? 0;
    expect(await recordCall(staff, { closure: number, person, call: 'left-message' })).toMatchObject({
      ok: true,
    });
    expect(await recordCall(staff, { closure: number + 1000, person, call: 'moves' })).toEqual(
      refused('not-found'),
    );
    expect((await peopleOf(id))[0]).toMatchObject({ call: 'left-message', calledByName: 'Sol Counter' });
  });
});

describe('the link in a closure message', () => {
  async function aClosedOrder(wanted: { status?: 'ready'; productId?: number } = {}) {
    const two = twoDays();
    const who = await aPerson(fresh.db);
    const order = await anOrder(who, [[wanted.productId ?? mug, 1]], two.slot);
    if (wanted.status) await bringTo(staff, order, wanted.status);
    const closure = await closed(admin, two.span);
    return { ...two, who, order, closure, token: await linkOf(closure.id, who) };
  }

  test('moves the order with its place, units and event; a second press changes nothing', async () => {
    const { token, order, slot, next } = await aClosedOrder();
    const before = [await takenIn(fresh.db, slot), await takenIn(fresh.db, next)];
    expect((await readClosureNotice(token, undefined, NOW))?.orders).toMatchObject([
      { number: order, state: 'open', mayChange: true, mayCancel: true },
    ]);
    const press = { order, slotStartsAt: next };
    expect(await moveClosedOrder(token, press, NOW)).toEqual({ ok: true, value: { changed: true } });
    expect(await moveClosedOrder(token, press, NOW)).toEqual({ ok: true, value: { changed: false } });
    const stored = await storedOrder(fresh.db, order);
    expect(stored.pickupStartsAt).toEqual(new Date(next));
    expect([await takenIn(fresh.db, slot), await takenIn(fresh.db, next)]).toEqual([
      (before[0] ?? 0) - 1,
      (before[1] ?? 0) + 1,
    ]);
    const [held] = await fresh.db
      .select()
      .from(pickupReservations)
      .where(eq(pickupReservations.id, stored.items[0]?.reservationId ?? ''));
    expect(held?.pickupTime).toEqual(new Date(next));
    expect(await eventsOf(fresh.db, order)).toEqual(['order-placed', 'order-moved']);
    expect((await readClosureNotice(token, undefined, NOW))?.orders[0]?.state).toBe('moved');
  });

  test('moves a packed order, which its customer cannot move otherwise, and stops working at the new time', async () => {
    const { token, order, next, who } = await aClosedOrder({ status: 'ready' });
    const seen = { version: 99, status: 'ready', pickup: '', total: 0 };
    expect(await movePickup(who, order, { slotStartsAt: next, seen }, NOW)).toMatchObject(
      refused('too-late'),
    );
    expect(await moveClosedOrder(token, { order, slotStartsAt: next }, NOW)).toMatchObject({ ok: true });
    const later = Temporal.Instant.from(next).add({ minutes: 5 });
    const another = Temporal.Instant.from(next).add({ hours: 2 }).toString();
    expect(await moveClosedOrder(token, { order, slotStartsAt: another }, later)).toEqual(
      refused('link-over'),
    );
  });

  test('moves only this customer’s orders, and only with a valid signature', async () => {
    const { token, order, next, closure } = await aClosedOrder();
    const other = await aClosedOrder();
    const stranger = other.token;
    expect(await moveClosedOrder(stranger, { order, slotStartsAt: next }, NOW)).toEqual(refused('not-found'));
    expect(await moveClosedOrder(`${token}x`, { order, slotStartsAt: next }, NOW)).toEqual(
      refused('not-found'),
    );
    expect(await cancelClosedOrder(stranger, order, NOW)).toEqual(refused('not-found'));
    const [own, guessed] = [token.split('.'), closure.number];
    expect(await readClosureNotice(`${guessed.toString(36)}.${own[1]}`)).toBeNull();
    expect((await storedOrder(fresh.db, order)).version).toBe(1);
  });

  test('stops working a week after the closed day, for a banned customer, and for an order that has ended', async () => {
    const { token, order, slot, next, who } = await aClosedOrder();
    const weekLater = Temporal.Instant.from(slot).add({ hours: 24 * 8 });
    expect(await moveClosedOrder(token, { order, slotStartsAt: next }, weekLater)).toEqual(
      refused('link-over'),
    );
    expect((await readClosureNotice(token, undefined, weekLater))?.isOver).toBe(true);
    const ban = (isBanned: boolean) =>
      fresh.db.update(customerProfiles).set({ isBanned }).where(eq(customerProfiles.userId, who.userId));
    await ban(true);
    expect(await moveClosedOrder(token, { order, slotStartsAt: next }, NOW)).toEqual(refused('link-over'));
    expect((await readClosureNotice(token, undefined, NOW))?.isOver).toBe(true);
    await ban(false);
    expect(await cancelClosedOrder(token, order, NOW)).toEqual({ ok: true, value: null });
    expect(await moveClosedOrder(token, { order, slotStartsAt: next }, NOW)).toEqual(refused('link-over'));
    expect((await storedOrder(fresh.db, order)).status).toBe('cancelled');
  });

  test('reports a time that has filled, and offers others', async () => {
    const { token, order, next } = await aClosedOrder();
    await fresh.db
      .insert(pickupSlots)
      .values({ startsAt: new Date(next), taken: 1000 })
      .onConflictDoUpdate({ target: pickupSlots.startsAt, set: { taken: 1000 } });
    expect(await moveClosedOrder(token, { order, slotStartsAt: next }, NOW)).toEqual(refused('slot-full'));
    const pressed = { order, slot: next };
    const [shown] = (await readClosureNotice(token, pressed, NOW))?.orders ?? [];
    expect(shown?.wanted).toBeNull();
    expect(shown?.times.map(({ startsAt }) => startsAt)).not.toContain(next);
    expect(shown?.times).toHaveLength(3);
    await fresh.db.delete(pickupSlots).where(eq(pickupSlots.startsAt, new Date(next)));
  });

  test('does not offer or accept a day on which the lot has expired', async () => {
    const two = twoDays();
    const productId = await aProduct(fresh.db, { onHand: 2, expiresOn: two.day });
    const who = await aPerson(fresh.db);
    const order = await anOrder(who, [[productId, 1]], two.slot);
    const closure = await closed(admin, two.span);
    const token = await linkOf(closure.id, who);
    expect(await moveClosedOrder(token, { order, slotStartsAt: two.next }, NOW)).toMatchObject(
      refused('not-available'),
    );
    const [shown] = (await readClosureNotice(token, undefined, NOW))?.orders ?? [];
    // Only days before are left.
    expect(shown?.times.length).toBeGreaterThan(0);
    expect(shown?.times.every(({ startsAt }) => startsAt < two.slot)).toBe(true);
    const { items } = await storedOrder(fresh.db, order);
    const shares = await fresh.db
      .select()
      .from(reservationLots)
      .where(eq(reservationLots.reservationId, items[0]?.reservationId ?? ''));
    expect(shares).toMatchObject([{ quantity: 1 }]);
    expect(await cancelClosedOrder(token, order, NOW)).toMatchObject({ ok: true });
  });

  test('belongs to an order that staff cannot mark as a no-show for the closed day', async () => {
    const { order, token, next } = await aClosedOrder();
    const missed = { orderId: order, to: 'no_show' as const, reason: 'Not here', version: null };
    expect(await changeOrderStatus(staff, missed, NOW)).toEqual(refused('farm-closed'));
    await moveClosedOrder(token, { order, slotStartsAt: next }, NOW);
    expect(await changeOrderStatus(staff, missed, NOW)).toEqual(refused('pickup-ahead'));
    const after = NOW.add({ hours: 24 * 60 });
    expect(await changeOrderStatus(staff, missed, after)).toMatchObject({ ok: true });
  });
});

describe('the undo of a closure', () => {
  test('notifies each notified customer once: those who stayed get their old time, those who moved may move back', async () => {
    const { slot, next, span } = twoDays();
    const [stays, moves, leaves] = [
      await aPerson(fresh.db),
      await aPerson(fresh.db),
      await aPerson(fresh.db),
    ];
    const [stayed, moved, left] = [
      await anOrder(stays, [[mug, 1]], slot),
      await anOrder(moves, [[mug, 1]], slot),
      await anOrder(leaves, [[mug, 1]], slot),
    ];
    const { id, number } = await closed(admin, span);
    await tellAll(id);
    const token = await linkOf(id, moves);
    await moveClosedOrder(token, { order: moved, slotStartsAt: next }, NOW);
    await cancelClosedOrder(await linkOf(id, leaves), left, NOW);
    expect(await undoClosure(staff, number)).toEqual(refused('not-allowed'));
    expect(await undoClosure(admin, number)).toEqual({ ok: true, value: { people: 3, changedSince: 0 } });
    await tellAll(id, tellOpenAgain);
    await tellAll(id, tellOpenAgain);
    expect((await mailsTo(stays)).map(({ subject }) => subject)).toEqual([
      `Order ${stayed} needs a new pickup time`,
      `We are open after all: order ${stayed}`,
    ]);
    expect((await mailsTo(leaves)).map(({ subject }) => subject)).toEqual([
      `Order ${left} needs a new pickup time`,
    ]);
    const [, back] = await mailsTo(moves);
    expect(back?.text).toContain('Take back ');
    const [shown] = (await readClosureNotice(token, undefined, NOW))?.orders ?? [];
    expect(shown?.takeBack?.startsAt).toBe(slot);
    expect(await moveClosedOrder(token, { order: moved, slotStartsAt: slot }, NOW)).toEqual({
      ok: true,
      value: { changed: true },
    });
    expect((await storedOrder(fresh.db, moved)).pickupStartsAt).toEqual(new Date(slot));
    expect(await anOrder(stays, [[mug, 1]], slot)).toMatch(/^ORD/);
  });

  test('before a message is sent notifies no one, and follows up on a message that may have been sent', async () => {
    const { slot, span } = twoDays();
    const [waiting, claimed] = [await aPerson(fresh.db), await aPerson(fresh.db)];
    await anOrder(waiting, [[mug, 1]], slot);
    await anOrder(claimed, [[mug, 1]], slot);
    const { id, number } = await closed(admin, span);
    await fresh.db
      .update(closurePeople)
      .set({ status: 'sending' })
      .where(and(eq(closurePeople.closureId, id), eq(closurePeople.userId, claimed.userId)));
    expect(await undoClosure(admin, number)).toMatchObject({ ok: true, value: { people: 1 } });
    await tellAll(id);
    await tellAll(id, tellOpenAgain);
    expect(await mailsTo(waiting)).toEqual([]);
    expect((await mailsTo(claimed)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^We are open after all/),
    ]);
  });

  test('leaves hours that someone has changed since, and reports it', async () => {
    const { span, day } = twoDays();
    const { number } = await closed(admin, span);
    const { pickup } = await readSettings();
    const exceptions = pickup.exceptions.filter(({ date }) => date !== day);
    const version = await newestVersion(database(), 'pickup');
    expect(await saveSettings(admin, 'pickup', { exceptions }, version)).toMatchObject({ ok: true });
    expect(await undoClosure(admin, number)).toMatchObject({ ok: true, value: { changedSince: 1 } });
  });
});

describe('a closure under concurrent requests', () => {
  test('lists every order left in a day that closes while customers check out and move', async () => {
    const { slot, next, span } = twoDays();
    const people = await Promise.all(Array.from({ length: 12 }, () => aPerson(fresh.db)));
    const movers = people.slice(0, 6);
    const placed = await Promise.all(movers.map((who) => anOrder(who, [[mug, 1]], next)));
    const moves = movers.map(async (who, at) => {
      const order = await storedOrder(fresh.db, placed[at] ?? '');
      const seen = { version: 1, status: 'pending', pickup: '', total: order.total };
      return movePickup(who, order.orderId, { slotStartsAt: slot, seen }, NOW);
    });
    const checkouts = people.slice(6).map((who) => anOrder(who, [[mug, 1]], slot).catch(() => null));
    const [{ id }] = await Promise.all([closed(admin, span), ...moves, ...checkouts]);
    const inside = await fresh.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.pickupStartsAt, new Date(slot)), eq(orders.status, 'pending')));
    const listed = await fresh.db
      .select({ id: closureOrders.orderId })
      .from(closureOrders)
      .where(eq(closureOrders.closureId, id));
    expect(listed.map((row) => row.id).toSorted()).toEqual(inside.map((row) => row.id).toSorted());
  });

  test('lets one of several customers move into the last place of a time', async () => {
    const { slot, next, span } = twoDays();
    const people = await Promise.all(Array.from({ length: 5 }, () => aPerson(fresh.db)));
    const placed = await Promise.all(people.map((who) => anOrder(who, [[mug, 1]], slot)));
    const { id } = await closed(admin, span);
    const links = await Promise.all(people.map((who) => linkOf(id, who)));
    await fresh.db.insert(pickupSlots).values({ startsAt: new Date(next), taken: 999 });
    const outcomes = await Promise.all(
      links.map((token, at) => moveClosedOrder(token, { order: placed[at] ?? '', slotStartsAt: next }, NOW)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((each) => !each.ok)).toEqual(
      Array.from({ length: 4 }, () => refused('slot-full')),
    );
    expect(await takenIn(fresh.db, next)).toBe(1000);
    await fresh.db
      .update(pickupSlots)
      .set({ taken: 1 })
      .where(eq(pickupSlots.startsAt, new Date(next)));
  });

  test('leaves one pickup and one place after an undo and a move at once', async () => {
    const { slot, next, span } = twoDays();
    const who = await aPerson(fresh.db);
    const order = await anOrder(who, [[mug, 1]], slot);
    const { id, number } = await closed(admin, span);
    const token = await linkOf(id, who);
    await Promise.all([
      undoClosure(admin, number),
      moveClosedOrder(token, { order, slotStartsAt: next }, NOW),
    ]);
    expect((await storedOrder(fresh.db, order)).pickupStartsAt).toEqual(new Date(next));
    expect([await takenIn(fresh.db, slot), await takenIn(fresh.db, next)]).toEqual([0, 1]);
  });
});

test('a sign-up that holds a pickup time outside the new hours is counted, and checkout asks for another time', async () => {
  const { slot, span, day } = twoDays();
  const who = await aPerson(fresh.db);
  const held = await inTransaction(async (tx) =>
    holdForSignUp(
      tx,
      await readHoldTerms(),
      {
        signUpId: who.userId,
        lines: [{ productId: mug, quantity: 1 }],
        slotStartsAt: slot,
        expectedTotal: null,
        birthDate: '1990-02-28',
        address: 'client',
      },
      NOW,
    ),
  );
  expect(held).toMatchObject({ ok: true });
  await fresh.db
    .update(signUpHolds)
    .set({ expiresAt: sql`now() + interval '1 hour'` })
    .where(eq(signUpHolds.signUpId, who.userId));
  await closed(admin, span);
  const { countOutsideHolds } = await import('./outside-orders-queries.server.ts');
  const { store, pickup } = await readSettings();
  const date = Temporal.PlainDate.from(day);
  const hours = { zone: store.zone, weekly: pickup.weekly, exceptions: pickup.exceptions };
  expect(await countOutsideHolds(fresh.db, { first: date, last: date }, hours)).toBe(1);
});
