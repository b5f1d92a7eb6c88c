/** Reads what the codes of orders' goods are, for a tablet that may lose its network. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import type { KnownGoods } from './known-goods.ts';

/** Lots of one product; those that expire first, and those off sale that still have units. */
const MOST_LOTS = 50;

/** The goods of these orders, each once. @param orderIds the orders' uuids */
export async function readKnownGoods(orderIds: readonly string[]): Promise<KnownGoods[]> {
  const { rows } = await database().execute<KnownGoods>(sql`
    select product.id as "productId", product.name, product.upc_code as upc,
      coalesce((select json_agg(json_build_object('lotId', lot.id, 'batchNumber', lot.batch_number, 'status', lot.status,
          'expiresOn', lot.expires_on, 'packageTag', lot.package_tag, 'retailItemId', lot.retail_item_id))
        from (select * from lots where product_id = product.id and on_hand > 0
          order by expires_on, id limit ${MOST_LOTS}) as lot), '[]') as lots
    from products as product
    where product.id in
      (select product_id from order_items where order_id = any(${sql.param([...orderIds])}::uuid[]))
    order by product.id`);
  return rows;
}
