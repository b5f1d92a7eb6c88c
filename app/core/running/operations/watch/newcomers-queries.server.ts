/** Reads what customers who have never picked up hold, for the watch. */
import { sql } from 'drizzle-orm';
import { hasPickedUp } from '#core/accounts/customers/first-pickup-queries.server.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { isOneOf } from '#db/schema/columns.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { productStock } from '#db/schema/stock.ts';
import { holdingStatuses } from '#kernel/statuses.ts';
import type { NewcomerFacts } from '../doctor/work-rules.ts';

/** `products`: those of which such customers hold anything. Walk-ins stand at the counter, and do not count. */
export async function readNewcomers(): Promise<{
  shop: NewcomerFacts;
  products: (NewcomerFacts & { name: string })[];
}> {
  const { rows } = await database().execute<NewcomerFacts & { name: string | null }>(sql`
    with held as (
      select reservation.product_id, reservation.user_id, reservation.quantity
      from ${pickupReservations} as reservation
      left join ${orderItems} as item on item.reservation_id = reservation.id
      left join ${orders} on orders.id = item.order_id
      where ${isOneOf(sql`reservation.status`, holdingStatuses)} and reservation.user_id is not null
        and orders.is_walk_in is not true and not ${hasPickedUp(sql`reservation.user_id`)}
    ), free as (
      select product_id, products.name, greatest(stock.on_hand - stock.held, 0) as units
      from ${productStock} as stock join ${products} on products.id = stock.product_id
      where products.archived_at is null
    )
    select free.name, count(distinct held.user_id)::int as accounts, sum(held.quantity)::int as units,
      (sum(held.quantity) + free.units)::int as of
    from held join free using (product_id) group by product_id, free.name, free.units
    union all
    select null, count(distinct user_id)::int, coalesce(sum(quantity), 0)::int,
      (coalesce(sum(quantity), 0) + (select coalesce(sum(units), 0) from free))::int
    from held`);
  const shop = rows.find(({ name }) => name === null) ?? { accounts: 0, units: 0, of: 0 };
  return {
    shop,
    products: rows.flatMap(({ name, ...facts }) => (name === null ? [] : [{ ...facts, name }])),
  };
}
