/** A binder of 100,000 orders: its making takes no more memory than one of a few, and its sums agree with the books' source. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { inLongTransaction } from '#db/client.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { makeBinder } from './make-binder.server.ts';

const ORDERS = 100_000;

/** Otherwise what is measured is when the engine finds the time to clean up. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let fresh: FreshDatabase;
let folder: string;
let ada: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-binder-'));
  await openUploads(join(folder, 'uploads'));
  openFiles(folderStore(join(folder, 'files')));
  ada = await aPerson(fresh.db, { role: 'admin' });
  await sell(ada.userId, await aProduct(fresh.db, { onHand: 0 }));
}, 600_000);
afterAll(async () => {
  await fresh.stop();
  await rm(folder, { recursive: true });
});

/** Two lines an order, each with its batch, and four rows in the ledger. */
async function sell(userId: string, productId: number): Promise<void> {
  const tax = sql`'[{"ruleId": "a", "name": "Tax", "rate": 1300, "base": 9000, "amount": 1170}]'::jsonb`;
  await inLongTransaction(async (tx) => {
    // The totals of sales have no part in this.
    for (const table of ['orders', 'order_items', 'pickup_reservations', 'reservation_lots', 'stock_ledger'])
      await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
    await tx.execute(sql`
      insert into orders (user_id, user_email, user_name, order_type, status, payment_status, subtotal, tax, total,
        tax_parts, paid_at, completed_at, created_at)
      select ${userId}, 'a@example.com', 'A', 'cannabis_pickup', 'completed', 'paid', 9000, 1170, 10170, ${tax}, at, at, at
      from (select timestamptz '2026-01-01' + n * interval '5 minutes' as at from generate_series(1, ${ORDERS}) as n) as x`);
    await tx.execute(sql`
      insert into pickup_reservations (user_id, product_id, quantity, status, pickup_time, created_at)
      select o.user_id, ${productId}, 1, 'fulfilled', o.created_at, o.created_at
      from orders as o cross join generate_series(1, 2)`);
    await tx.execute(sql`
      with numbered as (select id, (row_number() over (order by created_at, id) - 1) as n from pickup_reservations)
      insert into order_items (order_id, position, product_id, product_name, product_type, category_name, tax_class,
        requires_id, quantity, unit_price, amount, tax, total, tax_parts, reservation_id)
      select o.id, numbered.n % 2, ${productId}, 'Kestrel Moon', 'cannabis', 'Flower', 'cannabis', true, 1, 4500, 4500,
        585, 5085, ${tax}, numbered.id
      from numbered join orders as o on o.number = numbered.n / 2 + 1`);
    await tx.execute(sql`
      insert into reservation_lots (reservation_id, lot_id, quantity, sold, packed)
      select r.id, l.id, 1, true, 1 from pickup_reservations as r cross join lots as l`);
    await tx.execute(sql`
      insert into stock_ledger (product_id, lot_id, on_hand_change, held_change, reason, order_id, actor_id, created_at)
      select ${productId}, l.id, case kind when 2 then -1 else 0 end, case kind when 1 then 1 else -1 end,
        case kind when 1 then 'hold' else 'sale' end, i.order_id, ${userId}, o.created_at
      from order_items as i join orders as o on o.id = i.order_id cross join lots as l cross join generate_series(1, 2) as kind`);
  });
  await fresh.db.execute(sql`analyze`);
}

async function make(from: string, to: string) {
  const days = { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
  const began = performance.now();
  let most = 0;
  const watch = setInterval(() => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external);
  }, 100);
  const made = await makeBinder(ada, days, {});
  clearInterval(watch);
  if (!made.ok) throw new Error(made.problem.kind);
  await made.value.close();
  return { most, bytes: made.value.size, seconds: (performance.now() - began) / 1000 };
}

test('a binder of 100,000 orders takes as much memory as one of 9,000', { timeout: 600_000 }, async () => {
  await make('2026-01-01', '2026-01-31');
  const little = await make('2026-01-01', '2026-01-31');
  const large = await make('2026-01-01', '2026-12-31');
  const more = (large.most - little.most) / 1e6;
  process.stdout.write(
    `${ORDERS} orders: ${large.seconds.toFixed(1)} s, ${(large.bytes / 1e6).toFixed(1)} MB, ${more.toFixed(0)} MB more in memory at its peak than 8,928 orders\n`,
  );
  expect(large.bytes).toBeGreaterThan(10 * little.bytes);
  expect(more).toBeLessThan(25);
});
