/** A seeded order next to one that went through the shop's own commands: both leave the same records behind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSignIn } from '#core/accounts/identity/sessions/record-sign-in.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { expireHolds } from '#core/sales/orders/reservations/expire-holds.server.ts';
import { warnOfExpiringHolds } from '#core/sales/orders/reservations/warn-of-expiring-holds.server.ts';
import { inTransaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { instantOf } from '#kernel/time.ts';
import { readEnv } from '#platform/env.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { seedWhenEmpty } from '#seed/seed-when-empty.ts';
import { reactToEvent } from '#server/run/worker.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { AFTER_PICKUP, anOrder, bringTo, NOW, openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';

type Left = Record<string, unknown>;
/** The records of an order, without what differs between any two orders. */
type Behind = Record<
  'events' | 'audit' | 'checks' | 'cash' | 'notifications' | 'deliveries' | 'ledger',
  Left[]
> & {
  order?: Left | undefined;
};

let folder: string;
/** By final status. */
const real: Record<string, Behind> = {};
const seeded: Record<string, Behind> = {};
const signIn: Record<'real' | 'seeded', Left[]> = { real: [], seeded: [] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-history-'));
  await inDatabase(useTheShop);
  await inDatabase(readSeeded);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inDatabase(use: (fresh: FreshDatabase) => Promise<void>): Promise<void> {
  const fresh = await freshDatabase();
  try {
    await openTestMail();
    await use(fresh);
  } finally {
    await fresh.stop();
    invalidateSettings();
  }
}

async function useTheShop(fresh: FreshDatabase): Promise<void> {
  await openForOrders(fresh.db);
  const staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Ostrander' });
  const customer = await aPerson(fresh.db);
  const productId = await aProduct(fresh.db, { limitMg: 100, onHand: 30 });
  await inTransaction((tx) =>
    recordSignIn(tx, { userId: customer.userId, ipAddress: '198.51.100.7', userAgent: PHONE }),
  );
  for (const end of ['pending', 'confirmed', 'packing', 'ready', 'completed', 'no_show', 'cancelled']) {
    const number = await anOrder(customer, [[productId, 1]]);
    await goTo(fresh, staff, customer, number, end);
    real[end] = await leftBy(fresh, number);
  }
  for (const end of ['made', 'expired']) {
    const made = await reserveProduct(customer, {
      productId,
      quantity: 1,
      key: crypto.randomUUID(),
      again: true,
    });
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    const id = made.value.reservationId;
    await react(fresh, id);
    if (end === 'expired') {
      const [hold] = await fresh.db.select().from(pickupReservations).where(eq(pickupReservations.id, id));
      const ends = instantOf(hold?.holdExpiresAt ?? new Date(0));
      await warnOfExpiringHolds(ends.subtract({ hours: 2 }));
      await react(fresh, id);
      await expireHolds(ends.add({ hours: 1 }));
      await react(fresh, id);
    }
    real[end] = await behind(fresh, id);
  }
  signIn.real = await signInsOf(fresh, customer.userId);
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

async function goTo(
  fresh: FreshDatabase,
  staff: SignedIn,
  customer: SignedIn,
  orderId: string,
  end: string,
): Promise<void> {
  const done = (outcome: { ok: boolean }) => expect(outcome).toMatchObject({ ok: true });
  if (end === 'cancelled') {
    await bringTo(staff, orderId, 'confirmed');
    done(await cancelOrder(customer, orderId, NOW));
  } else if (end !== 'pending') {
    const open = end === 'confirmed' || end === 'packing' ? end : 'ready';
    await bringTo(staff, orderId, open);
    if (end === 'no_show')
      done(await changeOrderStatus(staff, { orderId, to: end, reason: '', version: null }, AFTER_PICKUP));
    if (end === 'completed')
      done(
        await handOverOrder(
          staff,
          orderId,
          {
            version: 4,
            idKind: 'driver_license',
            idIssuer: 'New York',
            idExpiresOn: '2027-01-31',
            idBirthDate: '1995-06-15',
            nameMatches: true,
            cashReceived: 10_000,
          },
          NOW,
        ),
      );
  }
  await react(fresh, await idOf(fresh, orderId));
}

/** Runs the worker's reactions once. */
async function react(fresh: FreshDatabase, subjectId: string): Promise<void> {
  const { rows } = await fresh.db.execute<{ id: string }>(
    sql`select id from events where subject_id = ${subjectId} order by id`,
  );
  for (const { id } of rows) await reactToEvent(id);
}

async function readSeeded(fresh: FreshDatabase): Promise<void> {
  openFiles(folderStore(join(folder, 'files')));
  await seedWhenEmpty({
    root: join(import.meta.dirname, '../..'),
    env: readEnv({ DATA_FOLDER: folder }),
    origin: 'http://localhost:3000',
    say: () => undefined,
    clock: () => instantOf(new Date('2026-11-21T15:08:00-05:00')),
  });
  const customer = sql`(select id from users where email = 'customer@twobranches.example')`;
  // A restricted order, like the real ones, the demo customer's if there is one; canceled after a confirmation.
  const { rows } = await fresh.db.execute<{ number: string; status: string }>(sql`
    select distinct on (status) order_id as number, status from orders
    where order_type = 'cannabis_pickup' and (status <> 'cancelled' or version = 3)
    order by status, (user_id = ${customer}) desc, number`);
  for (const { number, status } of rows) seeded[status] = await leftBy(fresh, number);
  const holds = await fresh.db.execute<{ id: string; status: string }>(sql`
    select id, status from pickup_reservations where pickup_time is null and user_id = ${customer}`);
  for (const { id, status } of holds.rows)
    seeded[status === 'pending' ? 'made' : 'expired'] = await behind(fresh, id);
  const { rows: people } = await fresh.db.execute<{ id: string }>(sql`
    select user_id as id from user_activity group by user_id
    having (array_agg(description order by id))[1] = 'Signed in with Safari on iPhone' order by 1 limit 1`);
  signIn.seeded = await signInsOf(fresh, people[0]?.id ?? '');
}

async function idOf(fresh: FreshDatabase, number: string): Promise<string> {
  const { rows } = await fresh.db.execute<{ id: string }>(
    sql`select id from orders where order_id = ${number}`,
  );
  return rows[0]?.id ?? '';
}

async function leftBy(fresh: FreshDatabase, number: string): Promise<Behind> {
  const id = await idOf(fresh, number);
  const { rows } = await fresh.db.execute(sql`
    select status, payment_status, version, birth_date is not null as has_birth_date,
      completed_at is not null as is_completed, cancelled_at is not null as is_cancelled,
      late_minutes, note, reservation_id from orders where id = ${id}`);
  return { ...(await behind(fresh, id)), order: rows[0] };
}

async function behind(fresh: FreshDatabase, id: string): Promise<Behind> {
  const all = async (query: ReturnType<typeof sql>) =>
    (await fresh.db.execute(query)).rows.map((row) => withoutParticulars(row, id));
  const who = sql`(select case when role in ('staff', 'admin') then 'staff' else 'customer' end
    from users left join user_roles on user_id = users.id where users.id = actor_id)`;
  const told = sql`from notifications as n join events on events.id = n.event_id where subject_id = ${id}`;
  return {
    events: await all(
      sql`select kind, ${who} as who, payload from events where subject_id = ${id} order by id`,
    ),
    audit: await all(sql`
      select action, subject_type, actor_name is not null as has_name, ${who} as who, before, after, reason,
        ip_address from audit_log where subject_id = ${id} order by id`),
    checks: await all(sql`
      select outcome, id_kind is not null as has_kind, issuer is not null as has_issuer,
        expires_on >= created_at::date as was_valid, refusal, note, checked_by_name is not null as has_name
      from id_checks where order_id::text = ${id}`),
    cash: await all(sql`
      select key is null as has_no_key, cash_received >= owed as is_enough, handed_over_by_name is not null as has_name
      from hand_overs where order_id::text = ${id}`),
    notifications: await all(sql`select n.type, n.title, n.message, n.path ${told} order by n.id`),
    deliveries: await all(sql`
      select d.channel, d.title, d.status, d.last_error from deliveries as d join events on events.id = d.event_id
      where subject_id = ${id} and d.channel = 'bell' order by d.id`),
    // The same for every line; an order has one or more.
    ledger: await all(sql`
      select distinct on (created_at, reason) reason, sign(on_hand_change) as on_hand, sign(held_change) as held, set_aside_change, ${who} as who, note
      from stock_ledger where coalesce(order_id, reservation_id)::text = ${id} order by created_at, reason`),
  };
}

async function signInsOf(fresh: FreshDatabase, userId: string): Promise<Left[]> {
  const { rows } = await fresh.db.execute(sql`
    select activity_type, description, array(select jsonb_object_keys(metadata) order by 1) as fields,
      (select last_active_at is not null from customer_profiles where user_id = ${userId}) as was_here
    from user_activity where user_id = ${userId} order by id limit 1`);
  return rows;
}

/** Numbers, names, times and amounts differ between orders; the words around them do not. */
function withoutParticulars(row: Left, id: string): Left {
  const text = JSON.stringify(row)
    .replaceAll(id, '#')
    .replaceAll(/ORD\d+/g, 'ORD')
    .replaceAll(/\$[\d,]+\.\d\d/g, '$')
    .replaceAll(/[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M/g, 'a day')
    .replaceAll(/\d{1,2}:\d\d [AP]M/g, 'a time')
    .replaceAll(/"(cashReceived|change)":\d+/g, '"$1":0')
    .replaceAll(/ 1 of .*?(?= until| has passed|\. )/g, ' 1 of it');
  return JSON.parse(text);
}

test.each(['pending', 'confirmed', 'packing', 'ready', 'completed', 'no_show', 'cancelled'])(
  'an order that is %s',
  (end) => {
    expect(real[end]?.events.length).toBeGreaterThan(0);
    expect(seeded[end]).toEqual(real[end]);
  },
);

test.each(['made', 'expired'])('a hold that was %s', (end) => {
  expect(real[end]?.notifications.length).toBeGreaterThan(0);
  expect(seeded[end]).toEqual(real[end]);
});

test('a first sign-in', () => {
  expect(signIn.real).toHaveLength(1);
  expect(signIn.seeded).toEqual(signIn.real);
});
