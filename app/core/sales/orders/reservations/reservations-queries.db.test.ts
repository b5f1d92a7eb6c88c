/** Tests Pickup Reservations' list: its filters, ten per page, its export, and who may see it. */
import { randomUUID } from 'node:crypto';
import { desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { csvStream } from '#platform/csv/csv.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { exportReservations, reservationColumns } from './export-reservations.server.ts';
import { reservationList } from './reservation-list.ts';
import { readReservations } from './reservations-queries.server.ts';

const ZONE = 'America/New_York';
let fresh: FreshDatabase;
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db, { name: '=HYPERLINK("x")' });
});
afterAll(() => fresh.stop());

/** Inserts `count` canceled reservations of a product, a minute apart, oldest first. */
async function reservations(productId: number, count: number, from = '2026-06-06T16:00:00Z') {
  const ids = Array.from({ length: count }, () => randomUUID());
  await fresh.db.insert(pickupReservations).values(
    ids.map((id, minute) => ({
      id,
      userId: customer.userId,
      productId,
      quantity: 1,
      status: 'cancelled' as const,
      createdAt: new Date(Date.parse(from) + minute * 60_000),
    })),
  );
  return ids;
}
const read = async (query: string, actor: SignedIn = staff) => {
  const page = await readReservations(actor, reservationList.parse(new URLSearchParams(query)), ZONE);
  if (!page) throw new Error('no page');
  return page;
};
const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

test('the list is newest first with ten per page, with no reservation twice or missing in either direction', async () => {
  const name = `Paged ${randomUUID()}`;
  const made = (await reservations(await aProduct(fresh.db, { name }), 25)).reverse();
  const state = reservationList.parse(new URLSearchParams({ product: name }));
  const first = await read(reservationList.query(state));
  expect(idsOf(first)).toEqual(made.slice(0, 10));
  expect([first.previous, first.counted]).toEqual([null, 25]);
  const second = await read(reservationList.query(state, { position: first.next }));
  expect(idsOf(second)).toEqual(made.slice(10, 20));
  const third = await read(reservationList.query(state, { position: second.next }));
  expect(idsOf(third)).toEqual(made.slice(20));
  expect(third.next).toBeNull();
  expect(idsOf(await read(reservationList.query(state, { position: third.previous })))).toEqual(
    made.slice(10, 20),
  );
});

test('the list finds part of a product’s name in any case, and treats pattern characters literally', async () => {
  const mark = randomUUID();
  const [percent, plain] = [
    await aProduct(fresh.db, { name: `Half 50% ${mark}` }),
    await aProduct(fresh.db, { name: `Half 500 ${mark}`, strainCode: 'OFTHESTRAIN' }),
  ];
  const [one] = await reservations(percent, 1);
  const [other] = await reservations(plain, 1);
  expect(idsOf(await read(`product=${mark.toUpperCase()}`)).sort()).toEqual([one, other].sort());
  expect(idsOf(await read(`product=${encodeURIComponent(`50% ${mark}`)}`))).toEqual([one]);
  expect((await read('product=ofthestrain')).rows).toEqual([]);
  expect((await read('product=nothing%20is%20called%20so')).counted).toBe(0);
});

test('a date is a store day, from midnight to midnight', async () => {
  const productId = await aProduct(fresh.db, { name: `Dated ${randomUUID()}` });
  const [last] = await reservations(productId, 1, '2026-03-02T04:59:59Z');
  const [first] = await reservations(productId, 1, '2026-03-01T05:00:00Z');
  const [before] = await reservations(productId, 1, '2026-03-01T04:59:59Z');
  const [after] = await reservations(productId, 1, '2026-03-02T05:00:00Z');
  expect(idsOf(await read('date=2026-03-01'))).toEqual([last, first]);
  expect(idsOf(await read('date=2026-02-28'))).toEqual([before]);
  expect(idsOf(await read('date=2026-03-02'))).toEqual([after]);
  expect((await read('date=2026-13-77')).counted).toBeGreaterThan(3);
});

test('a card shows product, customer, pickup, and order', async () => {
  const name = `Whole ${randomUUID()}`;
  const buyer = await aPerson(fresh.db, { name: 'Wren Hale' });
  const productId = await aProduct(fresh.db, { name, strainCode: 'KST', retailPrice: 4500 });
  const number = await anOrder(buyer, [[productId, 2]]);
  const { rows } = await read(`product=${encodeURIComponent(name)}&status=reserved`);
  expect(rows).toMatchObject([
    {
      product: { id: productId, name, price: 4500, strain: 'KST', batch: 'Batch B-1' },
      customer: { id: buyer.userId, name: 'Wren Hale', email: buyer.email },
      quantity: 2,
      missing: 0,
      pickup: 'Jun 6, 2026 2:00 PM',
      heldUntil: null,
      status: { value: 'reserved', label: 'Reserved', tone: 'yellow' },
      order: { number, receipt: null },
    },
  ]);
  expect((await read(`product=${encodeURIComponent(name)}&status=pending`)).rows).toEqual([]);
});

test('the list is readable only by staff', async () => {
  const state = reservationList.parse(new URLSearchParams());
  expect(await readReservations(customer, state, ZONE)).toBeNull();
  expect(await readReservations({ kind: 'guest' }, state, ZONE)).toBeNull();
});

test('the file has the filtered rows, safe in a spreadsheet, for a recently signed-in admin, with an audit entry', async () => {
  const name = `Filed ${randomUUID()}`;
  const ids = await reservations(await aProduct(fresh.db, { name, retailPrice: 4505 }), 3);
  const state = reservationList.parse(new URLSearchParams({ product: name }));
  const admin = await aPerson(fresh.db, { role: 'admin' });
  expect(await exportReservations(staff, state, ZONE)).toEqual({
    ok: false,
    problem: { kind: 'not-allowed' },
  });
  const longAgo = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 16 });
  expect(await exportReservations(longAgo, state, ZONE)).toEqual({
    ok: false,
    problem: { kind: 'confirm-first' },
  });
  const exported = await exportReservations(admin, state, ZONE);
  if (!exported.ok) throw new Error(exported.problem.kind);
  const text = (await csvStream({ columns: reservationColumns, rows: exported.value }).toArray()).join('');
  const lines = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe(
    'id,product_name,strain_code,batch_number,retail_price,quantity,full_name,email,pickup_time,status,order_id,created_at',
  );
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(ids.reverse());
  expect(lines[1]).toContain(
    `,45.05,1,"'=HYPERLINK(""x"")",${customer.email},,cancelled,,2026-06-06 12:02:00`,
  );
  const [entry] = await fresh.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorId, admin.userId))
    .orderBy(desc(auditLog.createdAt))
    .limit(1);
  expect(entry).toMatchObject({ action: 'reservations.exported', after: { filters: { product: name } } });
  await fresh.db.delete(pickupReservations).where(inArray(pickupReservations.id, ids));
});

test('a sign-up’s holds are in the list and in the file, without a customer', async () => {
  const name = `Unconfirmed ${randomUUID()}`;
  const [id] = await reservations(await aProduct(fresh.db, { name }), 1);
  await fresh.db
    .update(pickupReservations)
    .set({ userId: null, signUpId: randomUUID() })
    .where(eq(pickupReservations.id, id ?? ''));
  const { rows } = await read(`product=${name}`);
  expect(rows).toMatchObject([{ id, customer: null }]);
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const state = reservationList.parse(new URLSearchParams({ product: name }));
  const exported = await exportReservations(admin, state, ZONE);
  if (!exported.ok) throw new Error('not exported');
  const file = await csvStream({ columns: reservationColumns, rows: exported.value }).toArray();
  expect(file.join('')).toContain(',Email not confirmed yet,,');
});
