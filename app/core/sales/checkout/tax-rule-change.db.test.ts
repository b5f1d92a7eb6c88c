/** Tests a correction of a tax rule during an order: the order is taxed by the stored rules, or the correction refused. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { correctTaxRule } from '#core/sales/compliance/change-tax-rules.server.ts';
import { termsSeen } from '#core/sales/compliance/tax-change.ts';
import { invalidateTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { inTransaction } from '#db/client.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orders } from '#db/schema/orders.ts';
import { basisPoints } from '#kernel/money.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { untilWaiting } from '#tests/support/waiting-for-locks.ts';
import { placeOrder } from './place-order.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
let product: number;
const levy = { taxClass: '*', name: 'Levy', rate: basisPoints(100), from: '2026-06-01', until: null };
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
  product = await aProduct(fresh.db, { onHand: 500 });
});
beforeEach(async () => {
  await fresh.db.delete(taxRules);
  await fresh.db.insert(taxRules).values(levy);
  invalidateTaxRules();
});
afterAll(() => fresh.stop());

const place = (person: SignedIn) =>
  placeOrder(
    person,
    {
      key: randomUUID(),
      lines: [{ productId: product, quantity: 1 }],
      ...{ reservationId: null, slotStartsAt: '2026-06-06T18:00:00Z', birthDate: null, expectedTotal: null },
    },
    now,
  );

async function correct() {
  const [rule] = await readTaxRules();
  const texts = { taxClass: '*', name: 'Levy', rate: '2.125', seen: termsSeen(levy) };
  return correctTaxRule(admin, rule?.id ?? '', texts, (await storeClock()).today);
}

async function ratesOf(person: SignedIn): Promise<number[]> {
  const rows = await fresh.db.select().from(orders).where(eq(orders.userId, person.userId));
  return rows.flatMap(({ taxParts }) => taxParts.map(({ rate }) => rate));
}

test('a server that has not been notified of a correction taxes by the corrected rule', async () => {
  const person = await aPerson(fresh.db);
  expect(await correct()).toMatchObject({ ok: true });
  const corrected = await fresh.db.select().from(taxRules);
  // The instance reads the rules of before, as one that has not been notified has them.
  await fresh.db.update(taxRules).set({ rate: levy.rate });
  invalidateTaxRules();
  await readTaxRules();
  await fresh.db.update(taxRules).set({ rate: 212.5 });
  expect(await readTaxRules(), 'still those of before').toMatchObject([{ rate: 100 }]);
  expect(await place(person)).toMatchObject({ ok: true });
  expect(await ratesOf(person)).toEqual([212.5]);
  expect(await fresh.db.select().from(taxRules)).toEqual(corrected);
});

test('a correction waits for an order in progress, and is refused because of it', async () => {
  await fresh.db.execute(sql`alter table orders disable trigger user`);
  await fresh.db.execute(sql`update orders set created_at = '2026-05-01T00:00:00Z'`);
  await fresh.db.execute(sql`alter table orders enable trigger user`);
  const person = await aPerson(fresh.db);
  let placing: ReturnType<typeof place> | undefined;
  let correcting: ReturnType<typeof correct> | undefined;
  await inTransaction(async (tx) => {
    await tx.select().from(customerProfiles).where(eq(customerProfiles.userId, person.userId)).for('update');
    placing = place(person);
    await untilWaiting(fresh.db, 1);
    correcting = correct();
    await untilWaiting(fresh.db, 2);
  });
  expect(await placing).toMatchObject({ ok: true });
  expect(await correcting).toMatchObject({ ok: false, problem: { kind: 'has-orders' } });
  expect(await ratesOf(person)).toEqual([100]);
  expect(await readTaxRules()).toMatchObject([{ rate: 100 }]);
});
