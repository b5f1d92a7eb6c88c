/** Counts a checkout's database statements: every customer feels an extra one. */
import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { databasePool } from '#db/client.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { type Asked, countAsked } from '#tests/support/round-trips.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const slot = '2026-06-06T18:00:00Z';
let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db
    .insert(taxRules)
    .values({ taxClass: '*', name: 'Estimated Tax', rate: 1200, from: '2024-01-01' });
  await fresh.db.insert(storeSettings).values({ name: 'pickup', value: { capacity: 1000 } });
  invalidateSettings();
  invalidateTaxRules();
});
afterAll(() => fresh.stop());

async function ordering(wanted: { products?: number; fromReservation?: boolean }): Promise<Asked> {
  const person = await aPerson(fresh.db);
  const lines: { productId: number; quantity: number }[] = [];
  for (let nth = 0; nth < (wanted.products ?? 1); nth++)
    lines.push({ productId: await aProduct(fresh.db), quantity: 1 });
  let reservationId: string | null = null;
  if (wanted.fromReservation) {
    const reserved = await reserveProduct(
      person,
      { key: randomUUID(), productId: lines[0]?.productId ?? 0, quantity: 1 },
      now,
    );
    if (!reserved.ok) throw new Error(JSON.stringify(reserved.problem));
    reservationId = reserved.value.reservationId;
  }
  const input = {
    key: randomUUID(),
    lines,
    reservationId,
    slotStartsAt: slot,
    birthDate: null,
    expectedTotal: null,
  };
  return countAsked(async () => expect(await placeOrder(person, input, now)).toMatchObject({ ok: true }));
}

test('an order takes seventeen statements and a commit in four round trips, however many lines it has', async () => {
  // Settings and tax are read once and cached.
  await ordering({});
  for (const products of [1, 3, 12]) {
    const { roundTrips, statements } = await ordering({ products });
    expect(roundTrips, statements.join('\n')).toBeLessThanOrEqual(4);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(18);
  }
});

test('an order from a reservation takes at most two more round trips', async () => {
  const { roundTrips, statements } = await ordering({ fromReservation: true });
  expect(roundTrips, statements.join('\n')).toBeLessThanOrEqual(6);
});

test('locks are taken in one order: settings, customer, license, stock, then the slot', async () => {
  const { statements } = await ordering({ products: 2 });
  const wanted = [
    /pg_advisory_xact_lock_shared/,
    /full_name as "fullName"/,
    /pg_advisory_xact_lock\(9, /,
    /insert into idempotency_keys/,
    /from product_stock/,
    /products.id as "productId"/,
    /with line as/,
    /insert into pickup_slots/,
    /^commit/,
  ];
  const all = statements.join('\n');
  const positions = wanted.map((pattern) => statements.findIndex((statement) => pattern.test(statement)));
  expect(positions, all).not.toContain(-1);
  expect(positions, all).toEqual([...positions].sort((left, right) => left - right));
});

test('the statements of an order are planned once, not for each order', async () => {
  // A connection prepares statements from their third run on, and tries five plans before it caches one.
  for (let nth = 0; nth < 12; nth++) await ordering({});
  // The pool hands out the most recently returned connection, so all these orders used the same one.
  const { rows } = await databasePool().query<{ statement: string; generic: number; custom: number }>(
    `select left(statement, 80) as statement, generic_plans::int as generic, custom_plans::int as custom
     from pg_prepared_statements where generic_plans + custom_plans > 9`,
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ custom }) => custom > 5)).toEqual([]);
});
