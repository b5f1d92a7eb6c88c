/** Tests the order export: admins only, filtered, audited. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, userRoles } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { AFTER_PICKUP, aMug, anOrder, NOW, openForOrders } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { changeOrderStatus } from '../change-order-status.server.ts';
import { exportOrders, orderColumns } from './export-orders.server.ts';
import { orderList } from './order-list.ts';

const ZONE = 'America/New_York';
let fresh: FreshDatabase;
let admin: SignedIn;
let staff: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  staff = await aPerson(fresh.db, { role: 'staff' });
});
afterAll(() => fresh.stop());

const state = (query: string) => orderList.parse(new URLSearchParams(query));
async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}
const exported = () =>
  fresh.db
    .select({ who: auditLog.actorName, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.action, 'orders.exported'));

test('staff and customers get nothing, and no export is recorded', async () => {
  for (const actor of [staff, await aPerson(fresh.db), guest])
    expect(await exportOrders(actor, state(''), ZONE)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
  expect(await exported()).toEqual([]);
});

test('an admin gets the filtered orders, in the list’s order, under the specification’s column names', async () => {
  const customer = await aPerson(fresh.db, { email: 'robin.export@example.com', name: 'Robin Hale' });
  const [mug, cap] = [
    await aMug(fresh.db, { retailPrice: 1000 }),
    await aMug(fresh.db, { retailPrice: 2000 }),
  ];
  const small = await anOrder(customer, [[mug, 1]]);
  const large = await anOrder(customer, [[cap, 2]]);
  await anOrder(await aPerson(fresh.db, { email: 'kim@example.com' }), [[mug, 1]]);
  await changeOrderStatus(staff, { orderId: large, to: 'confirmed', reason: '', version: null }, NOW);
  await fresh.db
    .update(orders)
    .set({ createdAt: new Date('2026-06-05T14:30:15Z') })
    .where(eq(orders.orderId, small));
  const outcome = await exportOrders(admin, state('email=ROBIN.exp&sort=total'), ZONE);
  if (!outcome.ok) throw new Error('refused');
  const rows = await all(outcome.value);
  expect(rows.map((row) => row.order_id)).toEqual([small, large]);
  expect(rows[0]).toEqual({
    order_id: small,
    created_at: '2026-06-05 10:30:15',
    user_email: 'robin.export@example.com',
    full_name: 'Robin Hale',
    pickup_time: '2026-06-06 14:00:00',
    discount: '0.00',
    subtotal: '10.00',
    tax: '1.20',
    total: '11.20',
    status: 'pending',
    payment_status: 'pay_on_pickup',
    refunded: '0.00',
    net: '11.20',
  });
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(orderColumns));
  expect(await exported()).toEqual([
    { who: 'Ada Owner', after: { filters: { email: expect.stringMatching(/^•+/) }, sort: 'total' } },
  ]);
});

test.each(['cancelled', 'no_show'] as const)(
  'a %s order has no net, and a discount its column',
  async (to) => {
    const offer = {
      discount: 250,
      discountFrom: '2026-01-01',
      discountUntil: '2026-12-31',
      discountTerms: 'One.',
    };
    await fresh.db
      .insert(storeSettings)
      .values({ name: 'discounts', value: { enabled: true } })
      .onConflictDoNothing();
    invalidateSettings();
    const customer = await aPerson(fresh.db);
    const number = await anOrder(customer, [[await aMug(fresh.db, { retailPrice: 2000, ...offer }), 2]]);
    const input = { orderId: number, to, reason: 'Called', version: null };
    expect(await changeOrderStatus(staff, input, AFTER_PICKUP)).toMatchObject({ ok: true });
    const outcome = await exportOrders(admin, state(`email=${customer.email}`), ZONE);
    if (!outcome.ok) throw new Error('refused');
    expect(await all(outcome.value)).toMatchObject([
      { order_id: number, discount: '5.00', subtotal: '35.00', net: '0.00' },
    ]);
  },
);

test('an export of many orders contains each once', async () => {
  const customer = await aPerson(fresh.db);
  const mug = await aMug(fresh.db, { onHand: 200 });
  const first = await anOrder(customer, [[mug, 1]]);
  await fresh.db.execute(`
    insert into orders (id, user_id, user_email, user_name, order_type, payment_status, subtotal, tax, total, tax_parts,
      created_at)
    select gen_random_uuid(), user_id, user_email, user_name, order_type, payment_status, subtotal, tax, total,
      tax_parts, timestamp '2026-01-01' + (n / 3) * interval '1 minute'
    from orders, generate_series(1, 2500) as n where order_id = '${first}'`);
  const outcome = await exportOrders(admin, state(`email=${customer.email}`), ZONE);
  if (!outcome.ok) throw new Error('refused');
  const numbers = (await all(outcome.value)).map((row) => row.order_id);
  expect(numbers).toHaveLength(2501);
  expect(new Set(numbers).size).toBe(2501);
});

test.each([
  ['was signed out', (userId: string) => fresh.db.delete(sessions).where(eq(sessions.userId, userId))],
  [
    'is no longer an admin',
    (userId: string) => fresh.db.update(userRoles).set({ role: 'staff' }).where(eq(userRoles.userId, userId)),
  ],
  [
    'was banned',
    (userId: string) =>
      fresh.db.update(customerProfiles).set({ isBanned: true }).where(eq(customerProfiles.userId, userId)),
  ],
] as const)('an export in progress ends when its admin %s', async (_, end) => {
  const leaving = await aPerson(fresh.db, { role: 'admin' });
  const mug = await aMug(fresh.db);
  const customer = await aPerson(fresh.db);
  for (let count = 0; count < 3; count++) await anOrder(customer, [[mug, 1]]);
  const outcome = await exportOrders(leaving, state(`email=${customer.email}`), ZONE);
  if (!outcome.ok) throw new Error('refused');
  expect(await outcome.value.next()).toMatchObject({ done: false });
  await end(leaving.userId);
  await new Promise((resume) => setTimeout(resume, 1100));
  await expect(outcome.value.next()).rejects.toThrow('who exports may no longer do so');
});
