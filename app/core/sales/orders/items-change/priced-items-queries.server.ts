/** Reads the lines of an order and products to add, with prices and the units they can have on its pickup day. */
import { asc, eq, sql } from 'drizzle-orm';
import { NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import {
  priceDayNow,
  productsForCart,
  readCatalogue,
} from '#core/goods/catalogue/catalogue-queries.server.ts';
import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import { unitMoney } from '#core/goods/discounts/discount.ts';
import { type FreeLot, unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import { freeLotsOf, readFreeLots } from '#core/goods/stock/lots/lots-queries.server.ts';
import { missingOf } from '#core/goods/stock/missing-units-queries.server.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { orderItems } from '#db/schema/orders.ts';
import { systemClock } from '#kernel/time.ts';
import { MAXIMUM_UNITS } from '../order-edit.ts';
import type { DraftItem, PricedItem } from './items-draft.ts';

export type PricedLine = PricedItem & { quantity: number };

/** The lines of an order at their reserved prices. Does not check permissions. @param day yyyy-mm-dd */
export async function readPricedLines(orderRowId: string, day: string): Promise<PricedLine[]> {
  const rows = await database()
    .select({
      productId: orderItems.productId,
      name: orderItems.productName,
      size: products.size,
      taxClass: orderItems.taxClass,
      unitPrice: orderItems.unitPrice,
      unitDiscount: orderItems.unitDiscount,
      discountTaxed: orderItems.discountTaxed,
      quantity: orderItems.quantity,
      lots: freeLotsOf(sql`order_items.product_id`, sql`array[order_items.reservation_id]`),
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderRowId))
    .orderBy(asc(orderItems.position));
  return rows.map(({ lots, ...line }) => ({ ...line, offer: null, most: mostOf(lots, day) }));
}

/** The units that a line can have on this day. */
const mostOf = (lots: readonly FreeLot[], day: string): number =>
  Math.min(unitsGoodOn(lots, day), MAXIMUM_UNITS);

/** Products that are not on the order, at today's prices; `most` is 0 for one that is not on the menu. */
export async function readItemsToAdd(
  ids: readonly number[],
  day: string,
  now = systemClock(),
): Promise<DraftItem[]> {
  if (ids.length === 0) return [];
  const on = await priceDayNow(now);
  const [facts, lots] = await Promise.all([productsForCart(ids, on), readFreeLots(database(), ids)]);
  const known = new Map(facts.map((product) => [product.id, product]));
  return ids.flatMap((id) => {
    const product = known.get(id);
    if (!product) return [];
    const { name, size, taxClass, forSale } = product;
    const image = product.image ?? pictureUrl(null, 320);
    const most = forSale ? mostOf(lots.get(id) ?? [], day) : 0;
    const offer = product.offer && `Discount until ${product.offer.untilText}. ${product.offer.terms}`;
    return [{ productId: id, name, size, image, taxClass, most, offer, ...unitMoney(product, on) }];
  });
}

/** Products shown for one search. */
const MOST_FOUND = 8;

/** Searches the menu as its own search does; each size of a product is a product. */
export async function findItemsToAdd(q: string, day: string): Promise<DraftItem[]> {
  const { products: cards, reading } = await readCatalogue({ ...NO_FILTER, q, inStock: true });
  // The search asks about effects, and the menu would answer with everything.
  if (reading.kind === 'no-advice') return [];
  const ids = cards.flatMap(({ id, sizes }) => sizes?.map((size) => size.id) ?? (id === null ? [] : [id]));
  return readItemsToAdd([...new Set(ids)].slice(0, MOST_FOUND), day);
}

/** Products offered for a line with missing units. */
const MOST_REPLACEMENTS = 4;

/**
 * What can replace the missing units of an order, by the product that misses them: products of the same category and
 * size that are not on the order and have units on this day.
 */
export async function readReplacements(
  orderRowId: string,
  day: string,
): Promise<Readonly<Record<number, readonly DraftItem[]>>> {
  const { rows } = await database().execute<{ short: number; id: number }>(sql`
    select line.product_id as short, other.id
    from order_items as line
    join products as product on product.id = line.product_id
    cross join lateral (
      select near.id from products as near join product_stock as stock on stock.product_id = near.id
      where near.category_id = product.category_id and near.size is not distinct from product.size and near.for_sale
        and near.archived_at is null and stock.on_hand > stock.held
        and near.id not in (select product_id from order_items where order_id = ${orderRowId})
      order by near.name, near.id limit ${MOST_REPLACEMENTS}) as other
    where line.order_id = ${orderRowId} and ${missingOf(sql`line.reservation_id`)} > 0`);
  const ids = [...new Set(rows.map(({ id }) => id))];
  const items = new Map((await readItemsToAdd(ids, day)).map((item) => [item.productId, item]));
  const replacements: Record<number, DraftItem[]> = {};
  for (const { short, id } of rows) {
    const item = items.get(id);
    if (item && item.most > 0) replacements[short] = [...(replacements[short] ?? []), item];
  }
  return replacements;
}
