import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { foldSales } from '#core/records/analytics/fold-sales.server.ts';
import type { Database } from '#db/client.ts';
import { checkInvariants } from './invariants.ts';
import { compareOrdersWithModel } from './order-sequences.ts';

/** Folds sales while this many random sequences change orders: totals and deltas equal a full sum at any moment. */
export async function foldBesideOrders(db: Database, sequences: number): Promise<void> {
  let isOver = false;
  const violations = new Set<string>();
  const fold = async () => {
    while (!isOver) {
      await foldSales();
      for (const violation of await checkInvariants(db))
        if (violation.startsWith('sales')) violations.add(violation);
    }
  };
  const folding = fold();
  const { changes } = await compareOrdersWithModel(db, sequences).finally(() => {
    isOver = true;
  });
  await folding;
  expect(changes).toBeGreaterThan(25 * sequences);
  expect([...violations]).toEqual([]);

  // Both deltas and totals have been in use, and folding leaves no deltas.
  await foldSales();
  const { rows } = await db.execute<{ deltas: number; totals: number }>(sql`
    select (select count(*)::int from sales_deltas) as deltas, (select count(*)::int from sales_by_hour) as totals`);
  expect(rows[0]?.deltas).toBe(0);
  expect(rows[0]?.totals).toBeGreaterThan(0);
  expect(await checkInvariants(db)).toEqual([]);
}
