/** Locks products and reads them as the shop sells them; nothing about them changes until the transaction ends. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type PriceDay,
  type StoredDiscount,
  type UnitMoney,
  unitMoney,
} from '#core/goods/discounts/discount.ts';
import { offerOf } from '#core/goods/discounts/offer.ts';
import { type Database, type Transaction, together } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { statement } from '#db/statement.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import type { FreeLot } from './lots/lots.ts';
import { freeLotsOf } from './lots/lots-queries.server.ts';
import { lockStock } from './move-stock.server.ts';

type Reader = Database | Transaction;

/** What decides a sale. `lots` are those with units for this customer, first expiring first. */
export type MenuProduct = {
  productId: number;
  name: string;
  productType: string;
  categoryName: string;
  taxClass: string;
  requiresId: boolean;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
  isOnMenu: boolean;
  lots: FreeLot[];
} & UnitMoney;

/**
 * Locks the stock of these products in product order, then reads them: if a product was withdrawn, repriced
 * or recalled during the wait, the result shows that. Units held by the reservations `own` count as free.
 * @param on whether discounts count, and on which day
 */
export async function lockMenu(
  tx: Transaction,
  ids: readonly number[],
  on: PriceDay,
  own: readonly string[] = [],
): Promise<Map<number, MenuProduct>> {
  if (ids.length === 0) return new Map();
  const [locked, rows] = await together(lockStock(tx, ids), readMenu(tx, ids, own));
  return pricedMenu(
    rows.filter(({ productId }) => locked.has(productId)),
    on,
  );
}

/** The same for a page that shows them: it locks nothing, so it decides nothing. */
export async function menuSeen(
  reader: Reader,
  ids: readonly number[],
  on: PriceDay,
): Promise<Map<number, MenuProduct>> {
  return ids.length === 0 ? new Map() : pricedMenu(await readMenu(reader, ids, []), on);
}

const pricedMenu = (rows: readonly MenuRow[], on: PriceDay): Map<number, MenuProduct> =>
  new Map(
    rows.map(({ retailPrice, discount, discountFrom, discountUntil, discountTerms, ...row }) => {
      const stored = { retailPrice, discount, discountFrom, discountUntil, discountTerms };
      const money = unitMoney({ ...row, retailPrice, offer: offerOf(stored, on) }, on);
      return [row.productId, { ...row, ...money }];
    }),
  );

/**
 * For up to this many products the query gives PostgreSQL a limit. PostgreSQL estimates 100 elements for any
 * JSON list, so it plans the statement once; it would count the elements of an array and plan again for every
 * order.
 */
const FEW = 10;

type MenuRow = Omit<MenuProduct, keyof UnitMoney> & StoredDiscount & { retailPrice: number };

const menuOf = (isFew: boolean, own: SQL | null) =>
  statement<MenuRow>(sql`
    select products.id as "productId", products.name, product_type as "productType",
      categories.name as "categoryName", tax_class as "taxClass", retail_price as "retailPrice", discount,
      discount_from::text as "discountFrom", discount_until::text as "discountUntil",
      discount_terms as "discountTerms", requires_id as "requiresId", limit_category as "limitCategory",
      limit_mg as "limitMg", for_sale and archived_at is null as "isOnMenu",
      ${freeLotsOf(sql`products.id`, own)} as lots
    from ${products} join ${categories} on categories.id = products.category_id
    where products.id in (
      select id::int from jsonb_array_elements_text(${sql.placeholder('ids')}::jsonb) as wanted (id)
      ${sql.raw(isFew ? `limit ${FEW}` : '')})`);

const menus = (isFew: boolean) => ({
  forAll: menuOf(isFew, null),
  forOwn: menuOf(isFew, sql`${sql.placeholder('own')}::uuid[]`),
});
const few = menus(true);
const many = menus(false);

function readMenu(reader: Reader, wanted: readonly number[], own: readonly string[]) {
  const distinct = [...new Set(wanted)];
  const { forAll, forOwn } = distinct.length <= FEW ? few : many;
  const ids = JSON.stringify(distinct);
  return own.length === 0 ? forAll(reader, { ids }) : forOwn(reader, { ids, own });
}
