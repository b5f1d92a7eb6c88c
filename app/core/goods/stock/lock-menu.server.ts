/** Locks products and reads them as the shop sells them; nothing about them changes until the transaction ends. */
import { type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type PriceDay, type UnitMoney, unitMoney } from '#core/goods/discounts/discount.ts';
import {
  announceSoldOut,
  lockLimited,
  type UnitsBack,
  unitsOfPerson,
} from '#core/goods/discounts/lock-offers.server.ts';
import { pricesAt, pricesOfSale, readOfferMarks } from '#core/goods/discounts/offers-queries.server.ts';
import {
  type LinePrice,
  offersReaching,
  type PricedProduct,
  priceLines,
} from '#core/goods/discounts/running-offers.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
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
  /** Why its price is not lower: a limit of an offer, or one that has just ended; null if nothing is to say. */
  priceNote: string | null;
} & UnitMoney;

/** What is bought together. */
export type WantedLine = { productId: number; quantity: number };

/** The settings that the command holds, and its moment. */
export type SaleMoment = {
  settings: Pick<Settings, 'store' | 'discounts' | 'pricing'>;
  now: Temporal.Instant;
};

/**
 * Who buys. `own`: reservations whose units count as free, and as not yet taken of an offer; `beside`: other lines of the
 * same order, which count toward an offer of things together.
 */
export type SaleBuyer = {
  person: string | null;
  own?: readonly string[];
  beside?: readonly WantedLine[];
  back?: UnitsBack;
};

/**
 * Locks the stock of these products in product order, then reads them: if a product was withdrawn, repriced
 * or recalled during the wait, the result shows that. Offers with a limit for all are locked after the stock. Each product
 * has the price of a unit of its line: see `priceLines`.
 */
export async function lockMenu(
  tx: Transaction,
  wanted: readonly WantedLine[],
  sale: SaleMoment,
  buyer: SaleBuyer,
): Promise<Map<number, MenuProduct>> {
  const { person, own = [], beside = [], back } = buyer;
  const ids = idsOf([...wanted, ...beside]);
  if (ids.length === 0) return new Map();
  const [locked, all, marks] = await together(
    lockStock(tx, ids),
    readMenu(tx, ids, own),
    readOfferMarks(tx, sale.now),
  );
  const rows = all.filter(({ productId }) => locked.has(productId));
  const on = await pricesOfSale(tx, marks, sale.settings, sale.now);
  const reaching = offersReaching(rows, on);
  const left = await lockLimited(tx, reaching, { except: own });
  const taken = await unitsOfPerson(tx, reaching, { person, except: own, back });
  const menu = pricedMenu(rows, wanted, { on: withLeft(on, left), taken, beside });
  const units = wanted.reduce((sum, line) => {
    const id = menu.get(line.productId)?.offerId;
    return id ? sum.set(id, (sum.get(id) ?? 0) + line.quantity) : sum;
  }, new Map<number, number>());
  await announceSoldOut(
    tx,
    [...units].filter(([id, sold]) => left.get(id) === sold).map(([id]) => id),
  );
  return menu;
}

const idsOf = (lines: readonly WantedLine[]) => lines.map(({ productId }) => productId);

/** The prices with what the lock says is left of each offer. */
function withLeft(on: PriceDay, left: ReadonlyMap<number, number>): PriceDay {
  if (!on.running || left.size === 0) return on;
  const offers = on.running.offers.map((offer) => ({ ...offer, left: left.get(offer.id) ?? offer.left }));
  return { ...on, running: { ...on.running, offers } };
}

/** The same for a page that shows them: it locks nothing, so it decides nothing. */
export async function menuSeen(
  reader: Reader,
  wanted: readonly WantedLine[],
  { settings, now }: SaleMoment,
  { person, own = [], back }: Omit<SaleBuyer, 'beside'>,
): Promise<Map<number, MenuProduct>> {
  if (wanted.length === 0) return new Map();
  const [rows, on] = await Promise.all([readMenu(reader, idsOf(wanted), []), pricesAt(settings, now)]);
  const taken = await unitsOfPerson(reader, offersReaching(rows, on), { person, except: own, back });
  return pricedMenu(rows, wanted, { on, taken });
}

type Pricing = {
  on: PriceDay;
  taken: ReadonlyMap<number, number>;
  beside?: readonly WantedLine[];
};

/** Of a line beside them: it has its price. */
const NO_LOWER: LinePrice = { offer: null, note: null };

function pricedMenu(
  rows: readonly MenuRow[],
  wanted: readonly WantedLine[],
  { on, taken, beside = [] }: Pricing,
): Map<number, MenuProduct> {
  const products = new Map(rows.map((row) => [row.productId, row]));
  const prices = priceLines(wanted, products, on, { taken, beside });
  return new Map(
    rows.map(
      ({
        retailPrice,
        wholesalePrice: _,
        categoryId: __,
        discount,
        discountFrom,
        discountUntil,
        discountTerms,
        ...row
      }) => {
        const price = prices.get(row.productId) ?? NO_LOWER;
        const money = unitMoney({ ...row, retailPrice, offer: price.offer }, on);
        return [row.productId, { ...row, ...money, priceNote: price.note }];
      },
    ),
  );
}

/**
 * For up to this many products the query gives PostgreSQL a limit. PostgreSQL estimates 100 elements for any
 * JSON list, so it plans the statement once; it would count the elements of an array and plan again for every
 * order.
 */
const FEW = 10;

type MenuRow = Omit<MenuProduct, keyof UnitMoney | 'priceNote'> & PricedProduct;

const menuOf = (isFew: boolean, own: SQL | null) =>
  statement<MenuRow>(sql`
    select products.id as "productId", products.name, product_type as "productType",
      categories.name as "categoryName", category_id as "categoryId", tax_class as "taxClass",
      retail_price as "retailPrice", wholesale_price as "wholesalePrice", discount,
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
