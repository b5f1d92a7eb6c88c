/** Loads the products that dropped pictures may belong to. */
import { sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import type { PicturedProduct } from './pictured-products.ts';

/** The newest ones: pictures of more are added on their product's page. */
const MOST_PRODUCTS = 2000;

/** By name, without archived ones; empty for actors who may not manage inventory. */
export async function readPicturedProducts(actor: Actor): Promise<PicturedProduct[]> {
  if (!may(actor, 'inventory.manage')) return [];
  const { rows } = await database().execute<PicturedProduct>(sql`
    with newest as (
      select id, name, size, upc_code, biotrack_id, lab_test_id from products
      where archived_at is null order by id desc limit ${MOST_PRODUCTS}
    )
    select newest.id, newest.name, newest.size,
      array[newest.upc_code, newest.biotrack_id, newest.lab_test_id] as numbers,
      coalesce((select array_agg(lots.batch_number) || array_agg(lots.package_tag)
        from lots where lots.product_id = newest.id), '{}') as batches
    from newest order by lower(newest.name), newest.id`);
  return rows;
}
