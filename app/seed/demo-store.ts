/** Creates the demo store's base data: settings, taxes, texts, shelves and products. */
import { sql } from 'drizzle-orm';
import { createStockRows } from '#core/goods/stock/create-stock-rows.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { shippedTaxRules, type TaxRule } from '#core/sales/compliance/tax.ts';
import type { Transaction } from '#db/client.ts';
import { categories, productImages, products } from '#db/schema/catalogue.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { contentVersions, storeSettings } from '#db/schema/settings.ts';

import { type Batch, batchesOf } from './demo-batches.ts';
import type { DemoCalendar } from './demo-calendar.ts';
import { type DemoProduct, demoCategories, demoProducts } from './demo-catalogue.ts';
import { demoContent } from './demo-texts.ts';
import { insertRows } from './insert-rows.ts';
import type { StoredPicture } from './pictures.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;

/** A product on its shelf, with the fields an order line copies from it and its lots so far. */
export type ShelvedProduct = DemoProduct & {
  id: number;
  categoryName: string;
  listedAt: Date;
  batches: readonly Batch[];
  /** When its first lot was received, at or after `listedAt`: no one can have ordered it before. */
  firstReceivedAt: Date;
};

/** Every settings group, so that the owner finds rows to edit; overwrites the defaults of an empty store. */
export async function writeSettings(tx: Transaction, settings: Settings): Promise<void> {
  const rows = Object.entries(settings).map(([name, value]) => ({ name, value }));
  await tx
    .insert(storeSettings)
    .values(rows)
    .onConflictDoUpdate({ target: storeSettings.name, set: { value: sql`excluded.value` } });
}

/** The information pages' first versions; a page without edits shows the shipped text. */
export async function writeContent(tx: Transaction, now: Date): Promise<void> {
  const rows = Object.entries(demoContent).map(([slug, text]) => ({
    slug,
    version: 1,
    ...text,
    publishedAt: now,
  }));
  await insertRows(tx, contentVersions, rows);
}

/** The tax rules of a new store, with this database's ids. */
export function drawTaxRules(random: Random, now: Date): TaxRule[] {
  return shippedTaxRules.map((rule) => ({ ...rule, id: random.idAt(now) }));
}

export async function writeTaxRules(tx: Transaction, rules: readonly TaxRule[]): Promise<void> {
  await insertRows(tx, taxRules, rules);
}

/** Every product of the demo menu, numbered, with a past listing date. */
export function drawMenu(random: Random, calendar: DemoCalendar): ShelvedProduct[] {
  return demoProducts.map((product, index) => shelve(product, index + 1, random, calendar));
}

/** Shelves and products. */
export async function writeMenu(tx: Transaction, menu: readonly ShelvedProduct[]): Promise<void> {
  await insertRows(
    tx,
    categories,
    demoCategories.map((category, index) => ({ id: index + 1, ...category })),
  );
  await insertRows(tx, products, menu.map(productRow));
  await createStockRows(
    tx,
    menu.map(({ id }) => id),
  );
  // We assigned the ids; the next product created by hand must not collide with them.
  for (const table of ['categories', 'products']) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
    );
  }
}

/** Attaches the stored pictures to their products. */
export async function writePictures(
  tx: Transaction,
  menu: readonly ShelvedProduct[],
  pictures: readonly StoredPicture[],
): Promise<void> {
  const idOf = new Map(menu.map(({ slug, id }) => [slug, id]));
  const rows = pictures.flatMap(({ productSlug, position, key, alt, tint }) => {
    const productId = idOf.get(productSlug);
    return productId === undefined ? [] : [{ productId, position, key, alt, tint }];
  });
  await insertRows(
    tx,
    productImages,
    rows.sort((left, right) => left.productId - right.productId || left.position - right.position),
  );
}

/**
 * Most of the menu is older than the demo's orders; a few products were listed with their first batch, so that 'newest
 * first' has something to show. Their listing time is when that batch was received.
 */
function shelve(product: DemoProduct, id: number, random: Random, calendar: DemoCalendar): ShelvedProduct {
  const category = demoCategories.find(({ slug }) => slug === product.category);
  if (!category) throw new Error(`${product.slug} is on no shelf`);
  const oldest = Math.max(...product.lots.map(({ packagedDaysAgo }) => packagedDaysAgo));
  const isNew = oldest <= 45 && random.chance(0.25);
  const daysAgo = isNew ? oldest : random.between(130, 420);
  const earlier = random.between(0, 120) * MINUTE;
  const batches = batchesOf(product, id, daysAgo, calendar);
  const [first] = batches;
  if (!first) throw new Error(`${product.slug} has no lot`);
  return {
    ...product,
    id,
    categoryName: category.name,
    listedAt: isNew ? first.receivedAt : new Date(calendar.momentOf(daysAgo).getTime() - earlier),
    batches,
    firstReceivedAt: first.receivedAt,
  };
}

function productRow(product: ShelvedProduct): typeof products.$inferInsert {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    cannabisContent: product.cannabisContent,
    productType: product.productType,
    categoryId: demoCategories.findIndex(({ slug }) => slug === product.category) + 1,
    taxClass: product.taxClass,
    retailPrice: product.retailCents,
    wholesalePrice: product.wholesaleCents,
    forSale: true,
    requiresId: product.requiresId,
    strainCode: product.strainCode,
    strainName: product.strainName,
    lineage: product.lineage,
    terpenes: product.terpenes,
    strainType: product.strainType,
    thcBasisPoints: product.thcBp,
    cbdBasisPoints: product.cbdBp,
    size: product.size,
    netWeightMg: product.netWeightMg,
    servings: product.servings,
    thcMgPerPackage: product.thcMgPerPackage,
    cbdMgPerPackage: product.cbdMgPerPackage,
    limitCategory: product.limitCategory,
    limitMg: product.limitMg,
    upcCode: product.upc,
    biotrackId: product.biotrackId,
    labTestId: product.labTestId,
    createdAt: product.listedAt,
    updatedAt: product.listedAt,
  };
}
