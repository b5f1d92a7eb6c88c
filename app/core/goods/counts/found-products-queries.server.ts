/** Reads the products that a package on the shelf may be of. */
import { sql } from 'drizzle-orm';
import { findProductToAdd } from '#core/goods/catalogue/products/find-product-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { lotFindText, lots } from '#db/schema/stock.ts';

/** A product that a code or a name may mean. */
export type FoundProduct = { productId: number; name: string };

/** More products than this are not offered: a longer name finds fewer. */
const OFFERED = 20;

/**
 * The products with a lot of this batch number or package tag; without one, those that the text means by name, UPC or
 * number, without archived ones. Empty for actors who may not count stock.
 */
export async function readFoundProducts(actor: Actor, code: string, text: string): Promise<FoundProduct[]> {
  if (!may(actor, 'inventory.see')) return [];
  const { rows } = await database().execute<FoundProduct>(sql`
    select product.id as "productId", concat_ws(', ', product.name, product.size) as name
    from products as product
    where product.id in (
      select product_id from lots where lower(batch_number) = lower(${code})
      union select product_id from lots where ${lotFindText(lots)} ilike ${pattern(code)} and lower(package_tag) = lower(${code}))
    order by product.name, product.id limit ${OFFERED}`);
  if (rows.length > 0 || text === '') return rows;
  const id = await findProductToAdd(text);
  const isMeant =
    id === null
      ? sql`product.archived_at is null and concat_ws(', ', product.name, product.size) ilike ${pattern(text)}`
      : sql`product.id = ${id}`;
  const { rows: named } = await database().execute<FoundProduct>(sql`
    select product.id as "productId", concat_ws(', ', product.name, product.size) as name
    from products as product where ${isMeant} order by product.name, product.id limit ${OFFERED}`);
  return named;
}

const pattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
