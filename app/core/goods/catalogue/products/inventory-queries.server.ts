/**
 * Reads the inventory's list. Every filter and sort has an index, so 100,000 products are as fast as 100; only units
 * have none, because every sale would have to rewrite it.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { offSaleUnitsOf, shownLotOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type Database, database } from '#db/client.ts';
import { countRows } from '#db/count-rows.ts';
import { eachRow, type Keyset, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { categories, productFindText, products } from '#db/schema/catalogue.ts';
import { lots, productStock } from '#db/schema/stock.ts';
import { printedGtin, readGtin } from '#kernel/gtin.ts';
import { type Counted, type Position, splitSort } from '#kernel/list-state.ts';
import { readCategories } from '../categories-queries.server.ts';
import { pictureUrl } from '../pictures/picture.ts';
import type { InventoryOptions, InventoryRow, InventorySort, InventoryState } from './inventory-list.ts';
import { isLowStock } from './low-stock.ts';
import { availableUnits, isLow, lowStock } from './low-stock-queries.server.ts';
import type { TaxClass } from './product-fields.ts';

const PRODUCTS_ON_A_PAGE = 25;

export type InventoryPage = {
  rows: InventoryRow[];
  previous: Position | null;
  next: Position | null;
  counted: Counted;
};

/**
 * Reads the filters' options. Types are read along their index, so the cost depends on the number of types,
 * not products.
 */
export async function readInventoryOptions(): Promise<InventoryOptions> {
  const [shelves, { rows }] = await Promise.all([
    readCategories(),
    database().execute<{ type: string }>(sql`
      with recursive type_of (type) as (
        (select product_type from products order by product_type limit 1)
        union all
        select (select product_type from products where product_type > type_of.type order by product_type limit 1)
        from type_of where type_of.type is not null
      )
      select type from type_of where type is not null limit 200`),
  ]);
  return { shelves, types: rows.map(({ type }) => type) };
}

/** Null for actors who may not count stock. `today` is the store-local day, yyyy-mm-dd. */
export async function readInventory(
  actor: Actor,
  state: InventoryState,
  today: string,
): Promise<InventoryPage | null> {
  if (!may(actor, 'inventory.see')) return null;
  const storeLevel = (await readSettings()).inventory.lowStock;
  const found = await findProducts(state, storeLevel);
  const matching = filterOf(state, today, storeLevel, found);
  const [page, counted] = await Promise.all([
    readKeysetPage(keysetOf(state), state.position, PRODUCTS_ON_A_PAGE, (query) =>
      select(database(), matching, query, today),
    ),
    // If many were found, counting them all gains almost nothing.
    countRows(countedTables(state), matching, found && 'isMany' in found ? FEW : undefined),
  ]);
  const seesCost = may(actor, 'inventory.manage');
  return {
    ...page,
    counted,
    rows: page.rows.map(({ pictureKey, wholesalePrice, onHand, held, offSale, lowStockLevel, ...row }) => ({
      ...row,
      units: { forSale: onHand - held, held, ...offSale },
      isLow:
        row.forSale && !row.isArchived && isLowStock({ available: onHand - held, lowStockLevel }, storeLevel),
      wholesalePrice: seesCost ? wholesalePrice : null,
      picture: pictureKey === null ? null : pictureUrl(pictureKey, 320),
    })),
  };
}

/** The numbers of the matching products, by name, at most `limit`: what 'all that match' acts on. */
export async function matchingProductIds(
  actor: Actor,
  state: InventoryState,
  today: string,
  limit: number,
): Promise<number[]> {
  if (!may(actor, 'products.discount')) return [];
  const { inventory } = await readSettings();
  const rows = await database()
    .select({ id: products.id })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(filterOf(state, today, inventory.lowStock))
    .orderBy(products.name, products.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Reads every matching product in the list's order. Does not check permissions: `exportInventory` does. */
export async function* eachProduct(
  db: Database,
  state: InventoryState,
  today: string,
): AsyncGenerator<ExportedProduct> {
  const { inventory } = await readSettings();
  const matching = filterOf(state, today, inventory.lowStock);
  yield* eachRow(keysetOf(state), (query) => select(db, matching, query, today));
}

export type ExportedProduct = Awaited<ReturnType<typeof select>>[number];

function select(
  db: Database,
  matching: SQL | undefined,
  { where, orderBy, limit, key }: KeysetQuery,
  today: string,
) {
  return db
    .select({
      id: products.id,
      name: products.name,
      category: categories.name,
      productType: products.productType,
      strainCode: products.strainCode,
      strainName: products.strainName,
      lineage: products.lineage,
      terpenes: products.terpenes,
      size: products.size,
      batchNumber: shownLotOf(sql<string>`lot.batch_number`, sql`products.id`, today),
      onHand: productStock.onHand,
      held: productStock.held,
      offSale: offSaleUnitsOf(sql`products.id`),
      retailPrice: products.retailPrice,
      wholesalePrice: products.wholesalePrice,
      forSale: products.forSale,
      biotrackId: products.biotrackId,
      labTestId: products.labTestId,
      limitCategory: products.limitCategory,
      limitMg: products.limitMg,
      lowStockLevel: products.lowStockLevel,
      upcCode: products.upcCode,
      strainType: products.strainType,
      thcBasisPoints: products.thcBasisPoints,
      cbdBasisPoints: products.cbdBasisPoints,
      thcMgPerPackage: products.thcMgPerPackage,
      cbdMgPerPackage: products.cbdMgPerPackage,
      netWeightMg: products.netWeightMg,
      servings: products.servings,
      requiresId: products.requiresId,
      taxClass: sql<TaxClass>`${products.taxClass}`,
      discount: products.discount,
      discountFrom: products.discountFrom,
      discountUntil: products.discountUntil,
      discountTerms: products.discountTerms,
      description: products.description,
      cannabisContent: products.cannabisContent,
      isArchived: sql<boolean>`${products.archivedAt} is not null`,
      pictureKey: sql<string | null>`(
        select i.key from product_images i where i.product_id = ${products.id} order by i.position limit 1)`,
      key,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);
}

function keysetOf(state: InventoryState): Keyset {
  const { by, descending } = splitSort<InventorySort>(state.sort);
  const first = {
    name: { expression: products.name, type: 'text' },
    price: { expression: products.retailPrice, type: 'integer' },
    available: { expression: availableUnits, type: 'integer' },
    created: { expression: products.createdAt, type: 'timestamptz' },
  } as const;
  return { columns: [first[by], { expression: products.id, type: 'integer' }], descending };
}

/** Matches a part of name, strain or UPC, in any case; a whole UPC in whatever form it is printed or scanned. */
const calledLike = (text: string): SQL => {
  const like = (part: string) =>
    sql`${productFindText(products)} ilike ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
  const gtin = readGtin(text);
  return gtin === null ? like(text) : sql`(${like(text)} or ${like(printedGtin(gtin))})`;
};

/** Up to this many are selected by number; more are found quickly enough while walking the list in order. */
const FEW = 1000;

/** The result of a search or a stock filter: a few product numbers, or too many to list. */
type Found = { ids: readonly number[] } | { isMany: true };

/**
 * Returns the products that match the search and the stock filter, if they are few: the list in order would
 * have to be walked to its end for them. Null if neither filter is set.
 */
async function findProducts(
  { filters: { find, stock } }: InventoryState,
  storeLevel: number,
): Promise<Found | null> {
  const searches = await Promise.all([
    find &&
      database()
        .select({ id: products.id })
        .from(products)
        .where(calledLike(find))
        .limit(FEW + 1),
    stock &&
      (stock === 'low'
        ? lowStock(storeLevel).limit(FEW + 1)
        : database()
            .select({ id: productStock.productId })
            .from(productStock)
            .where(hasNone)
            .limit(FEW + 1)),
  ]);
  const asked = searches.filter((rows) => typeof rows === 'object');
  if (asked.length === 0) return null;
  const few = asked.filter((rows) => rows.length <= FEW).map((rows) => rows.map(({ id }) => id));
  const [first, ...others] = few;
  if (!first) return { isMany: true };
  return { ids: first.filter((id) => others.every((ids) => ids.includes(id))) };
}

const hasNone = sql`${availableUnits} <= 0`;

/** @param found what `findProducts` found, for a page; omitted for a list that is read to its end */
function filterOf(
  { filters }: InventoryState,
  today: string,
  storeLevel: number,
  found: Found | null = null,
): SQL | undefined {
  const { find, category, type, sale, stock, lots: lotFilter } = filters;
  return and(
    sale === 'archived' ? sql`${products.archivedAt} is not null` : sql`${products.archivedAt} is null`,
    sale === 'yes' ? eq(products.forSale, true) : undefined,
    sale === 'no' ? sql`not ${products.forSale}` : undefined,
    found && 'ids' in found ? inArray(products.id, [...found.ids]) : undefined,
    find ? calledLike(find) : undefined,
    category ? eq(products.categoryId, Number(category)) : undefined,
    type ? eq(products.productType, type) : undefined,
    stock ? (stock === 'low' ? isLow(storeLevel) : hasNone) : undefined,
    lotFilter ? sql`${products.id} in (${lotsThat(lotFilter, today)})` : undefined,
  );
}

/** Products with units in such a lot. A lot past its last day counts as expired even before the nightly job. */
function lotsThat(wanted: string, today: string): SQL {
  const status = sql`select ${lots.productId} from ${lots} where ${lots.status} = ${wanted} and ${lots.status} <> 'sellable' and ${lots.onHand} > 0`;
  if (wanted !== 'expired') return status;
  return sql`${status} union select ${lots.productId} from ${lots}
    where ${lots.status} = 'sellable' and ${lots.expiresOn} < ${today}::date and ${lots.onHand} > 0`;
}

/** Stock filters require a join. */
const countedTables = ({ filters: { stock } }: InventoryState): SQL =>
  stock === undefined
    ? sql`${products}`
    : sql`${products} inner join ${productStock} on ${productStock.productId} = ${products.id}`;
