/** What must hold when the counter closes. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#db/client.ts';
import { checkInvariants } from './invariants.ts';
import type { Closing } from './saturday.ts';

const SOON = { timeout: 120_000, interval: 250 };

/** Stock = ledger = lots, cash = receipts = drawer, no order in limbo, each message once. */
export async function expectClosed(db: Database, closing: Closing, customers: number): Promise<void> {
  console.info(closing);
  const count = async (query: ReturnType<typeof sql>) => {
    const { rows } = await db.execute<{ many: number }>(query);
    return Number(rows[0]?.many);
  };
  const { ended, walkIns, drawer, taken, returned, counted } = closing;
  expect(Object.keys(ended).sort()).toEqual(['cancelled', 'completed', 'no_show']);
  expect(Object.values(ended).reduce((sum, many) => sum + many, 0)).toBe(customers + walkIns);
  expect(drawer).toEqual({ isClosed: true, counted, expected: counted });
  const receipts = sql`select coalesce(sum(owed), 0)::int as many from hand_overs`;
  expect(await count(receipts)).toBe(taken);
  expect(await count(sql`select sum(total)::int as many from orders where paid_at is not null`)).toBe(taken);
  expect(await count(sql`select coalesce(sum(amount), 0)::int as many from refunds`)).toBe(returned);
  expect(await count(sql`select count(*)::int as many from put_backs where done_at is null`)).toBe(0);
  expect(await count(sql`select sum(held)::int as many from product_stock`)).toBe(0);
  const placed = sql`
    select count(*)::int as many from events join deliveries on deliveries.event_id = events.id
    where events.kind = 'order-placed' and deliveries.channel = 'email'`;
  await expect.poll(() => count(placed), SOON).toBe(customers);
  const twice = sql`
    select count(*)::int as many from (
      select from deliveries group by event_id, user_id, channel having count(*) > 1) as repeated`;
  expect(await count(twice)).toBe(0);
  const ends = sql`
    select count(*)::int as many from (
      select from events where kind in ('order-completed', 'order-cancelled', 'order-no-show')
      group by subject_id having count(*) > 1) as repeated`;
  expect(await count(ends)).toBe(0);
  expect(await checkInvariants(db)).toEqual([]);
}
