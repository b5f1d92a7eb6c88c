/** Tests resending an order's email: once per click, with the order's current state, and audited. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { events } from '#db/schema/events.ts';
import { users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries } from '#db/schema/notifications.ts';
import { lots } from '#db/schema/stock.ts';
import { readDeliveries } from '#office/sent-mail/deliveries-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  edit,
  NOW,
  openForOrders,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { changeOrderStatus } from './change-order-status.server.ts';
import { notifyOfOrder, resendOrderNotification } from './emails/order-notifications.server.tsx';
import { resendOrderMail } from './resend-order-mail.server.ts';

const ZONE = 'America/New_York';
let fresh: FreshDatabase;
let staff: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});
afterAll(() => fresh.stop());

async function mailedOrder() {
  const customer = await aPerson(fresh.db);
  const mug = await aMug(fresh.db, { name: 'Mug', retailPrice: 1000 });
  const orderId = await anOrder(customer, [[mug, 1]]);
  const { id } = await storedOrder(fresh.db, orderId);
  await notifyOfOrder(await eventOf(id, 'order-placed'), id, 'order-placed');
  const [mail] = (await readDeliveries(staff, id, ZONE)).filter(({ channel }) => channel === 'email');
  return { customer, mug, orderId, id, mail: mail?.id ?? '' };
}

async function eventOf(orderId: string, kind: string): Promise<string> {
  const rows = await fresh.db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.subjectId, orderId), eq(events.kind, kind)));
  return rows.at(-1)?.id ?? '';
}

const mailsTo = (customer: SignedIn) =>
  fresh.db
    .select({ subject: mailMessages.subject, text: mailMessages.text })
    .from(mailMessages)
    .where(eq(mailMessages.recipient, customer.email))
    .orderBy(mailMessages.createdAt);

describe('an email sent again', () => {
  test('is written with current data, once however often its job runs, and can itself be sent again', async () => {
    const { customer, mug, orderId, id, mail } = await mailedOrder();
    await edit(fresh.db, staff, orderId, { to: [[mug, 3]] });
    expect(await resendOrderMail(staff, orderId, mail)).toEqual({ ok: true, value: null });
    const again = await eventOf(id, 'order-mail-requested');
    for (let run = 0; run < 3; run++) await resendOrderNotification(again, id, 'order-placed');
    const mails = await mailsTo(customer);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Order ${orderId} is reserved`,
      `Order ${orderId} is reserved`,
    ]);
    expect(mails[0]?.text).toContain('$11.20');
    expect(mails[1]?.text).toContain('$33.60');
    expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
      action: 'order.mail-sent-again',
      who: 'Sam Counter',
      after: { title: `Order ${orderId} reserved` },
    });

    const [newest] = (await readDeliveries(staff, id, ZONE)).filter(({ channel }) => channel === 'email');
    expect(newest?.id).not.toBe(mail);
    expect((await resendOrderMail(staff, orderId, newest?.id ?? '')).ok).toBe(true);
    const rows = await fresh.db
      .select({ payload: events.payload })
      .from(events)
      .where(and(eq(events.subjectId, id), eq(events.kind, 'order-mail-requested')));
    expect(rows.map(({ payload }) => (payload as { about: string }).about)).toEqual([
      'order-placed',
      'order-placed',
    ]);
  });

  test('is refused for the bell, another order’s delivery, an invalid id, and without permission', async () => {
    const one = await mailedOrder();
    const other = await mailedOrder();
    const missing = { ok: false, problem: { kind: 'not-found' } };
    const [bell] = await fresh.db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.userId, one.customer.userId), eq(deliveries.channel, 'bell')));
    for (const delivery of [bell?.id ?? 'no bell', other.mail, 'x', crypto.randomUUID()])
      expect(await resendOrderMail(staff, one.orderId, delivery)).toEqual(missing);
    expect(await resendOrderMail(staff, 'ORD1', one.mail)).toEqual(missing);
    for (const actor of [one.customer, guest])
      expect(await resendOrderMail(actor, one.orderId, one.mail)).toEqual({
        ok: false,
        problem: { kind: 'not-allowed' },
      });
    expect(await mailsTo(one.customer)).toHaveLength(1);
    expect(await readDeliveries(one.customer, one.id, ZONE)).toEqual([]);
  });
});

test('a ready order that loses units is not called ready until every unit is back and packed', async () => {
  const { customer, mug, orderId, id } = await mailedOrder();
  await bringTo(staff, orderId, 'ready');
  await notifyOfOrder(await eventOf(id, 'order-ready'), id, 'order-ready');
  const [ready] = (await readDeliveries(staff, id, ZONE)).filter(
    ({ channel, title }) => channel === 'email' && title.includes('ready'),
  );
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, mug));
  const about = { lotId: lot?.id ?? 0, reason: 'Cracked' };
  await quarantineLot(staff, about, NOW);

  expect(await resendOrderMail(staff, orderId, ready?.id ?? '')).toEqual({
    ok: false,
    problem: { kind: 'not-ready' },
  });
  const sent = (await mailsTo(customer)).length;
  const [late] = await fresh.db
    .insert(events)
    .values({ kind: 'order-ready', subjectId: id, payload: { kind: 'order-ready', orderId: id } })
    .returning({ id: events.id });
  await notifyOfOrder(late?.id ?? '', id, 'order-ready');
  expect(await mailsTo(customer)).toHaveLength(sent);

  expect((await releaseLot(admin, about, NOW)).ok).toBe(true);
  await notifyOfOrder(await eventOf(id, 'order-complete-again'), id, 'order-complete-again');
  const mails = await mailsTo(customer);
  expect(mails).toHaveLength(sent + 1);
  expect(mails.at(-1)?.text).toContain('We still hold everything in it for you.');
  expect(await resendOrderMail(staff, orderId, ready?.id ?? '')).toMatchObject({ ok: false });
  await changeOrderStatus(staff, { orderId, to: 'ready', reason: '', version: null }, NOW);
  expect(await resendOrderMail(staff, orderId, ready?.id ?? '')).toMatchObject({ ok: true });
});

test('an email about an order goes to the customer’s current address, not to the one at checkout', async () => {
  const { customer, id } = await mailedOrder();
  await fresh.db
    .update(users)
    .set({ email: `now-${customer.email}` })
    .where(eq(users.id, customer.userId));
  const before = (await mailsTo(customer)).length;
  await notifyOfOrder(await eventOf(id, 'order-placed'), id, 'order-placed');
  for (const kind of ['order-changed', 'receipt-requested'] as const) {
    const [event] = await fresh.db
      .insert(events)
      .values({ kind, subjectId: id, payload: { kind, orderId: id } })
      .returning({ id: events.id });
    await notifyOfOrder(event?.id ?? '', id, kind);
  }
  expect(await mailsTo(customer)).toHaveLength(before);
  expect(await mailsTo({ ...customer, email: `now-${customer.email}` })).toHaveLength(2);
});
