/** Thousands of buyers of one lot, written at once, for tests and measurements of recalls. */
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { aProduct } from './people.ts';

/** Merchandise with one lot, bought by `many` people, one unit and one completed order each. Returns the lot's id. */
export async function aCrowd(db: Database, many: number, batch = 'BVK-2604'): Promise<number> {
  const productId = await aProduct(db, { onHand: 0, name: 'Kestrel', size: '3.5 g' });
  const [lot] = await db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
  const lotId = lot?.id ?? 0;
  await db.update(lots).set({ batchNumber: batch }).where(eq(lots.id, lotId));
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table crowd on commit drop as
      select n, uuidv7() as user_id, uuidv7() as order_id, uuidv7() as reservation_id,
        format('buyer-%s-%s@example.com', ${lotId}::int, n) as email, format('Buyer %s', n) as name
      from generate_series(1, ${many}::int) as n`);
    await tx.execute(sql`
      insert into users (id, name, email, email_verified) select user_id, name, email, true from crowd`);
    await tx.execute(sql`
      insert into customer_profiles (user_id, full_name, phone, birth_date)
      select user_id, name, '(607) 555-' || lpad((n % 10000)::text, 4, '0'), '1990-01-01' from crowd`);
    await tx.execute(sql`
      insert into orders (id, user_id, user_email, user_name, order_type, status, payment_status, subtotal, tax, total,
        tax_parts, completed_at, paid_at, created_at)
      select order_id, user_id, email, name, 'cannabis_pickup', 'completed', 'paid', 4500, 0, 4500, '[]',
        now() - make_interval(mins => n), now() - make_interval(mins => n), now() - make_interval(mins => n + 60) from crowd`);
    await tx.execute(sql`
      insert into pickup_reservations (id, user_id, product_id, quantity, status, updated_at)
      select reservation_id, user_id, ${productId}, 1, 'fulfilled', now() - make_interval(mins => n) from crowd`);
    await tx.execute(sql`
      insert into order_items (order_id, position, product_id, product_name, product_type, category_name, tax_class,
        requires_id, quantity, unit_price, amount, tax, total, tax_parts, reservation_id)
      select order_id, 0, ${productId}, 'Kestrel', 'cannabis', 'Flower', 'cannabis', true, 1, 4500, 4500, 0, 4500, '[]',
        reservation_id from crowd`);
    await tx.execute(sql`
      insert into reservation_lots (reservation_id, lot_id, quantity, sold)
      select reservation_id, ${lotId}, 1, true from crowd`);
    await tx.execute(sql`
      insert into stock_ledger (product_id, lot_id, on_hand_change, reason)
      values (${productId}, ${lotId}, ${many}, 'received')`);
    await tx.execute(sql`
      insert into stock_ledger (product_id, lot_id, on_hand_change, reason, reservation_id, order_id)
      select ${productId}, ${lotId}, -1, 'sale', reservation_id, order_id from crowd`);
  });
  return lotId;
}
