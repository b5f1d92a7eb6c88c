/** Reads which product an item of the state's system is, for code that has asked for the permission. */
import { sql } from 'drizzle-orm';
import { type Database, database, type Transaction } from '#db/client.ts';

/**
 * The product that its last package became, or the only one of the same name, with or without its size. By item; items of
 * no clear product are left out, and so are archived products.
 */
export async function productsOfItems(
  items: readonly string[],
  db: Pick<Database | Transaction, 'execute'> = database(),
): Promise<Map<string, number>> {
  if (items.length === 0) return new Map();
  const { rows } = await db.execute<{ item: string; productId: number }>(sql`
    select wanted.item, coalesce(
      (select product.id from state_items as known join products as product on product.id = known.product_id
        where known.item = lower(wanted.item) and product.archived_at is null),
      (select case when count(*) = 1 then min(product.id) end from products as product
        where product.archived_at is null and lower(wanted.item) in (lower(product.name),
          lower(product.name || ', ' || product.size), lower(product.name || ' ' || product.size)))
    ) as "productId"
    from unnest(${sql.param([...new Set(items)])}::text[]) as wanted (item)`);
  return new Map(rows.flatMap(({ item, productId }) => (productId === null ? [] : [[item, productId]])));
}
