/** The demo store before anybody comes in: settings, taxes, texts, shelves and products. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { categories, productImages, products } from '#db/schema/catalogue.ts';
import { contentVersions, storeSettings, taxRules } from '#db/schema/settings.ts';
import { shippedTaxRules, type TaxRule } from '#features/compliance/tax.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import { shippedContent } from '#features/settings/shipped-content.ts';
import { type DemoProduct, demoCategories, demoProducts } from './demo-catalogue.ts';
import { insertRows } from './insert-rows.ts';
import type { StoredPicture } from './pictures.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;

/** A product that stands on its shelf, with what an order line copies from it. */
export type ShelvedProduct = DemoProduct & { id: number; categoryName: string; listedAt: Date };

/** Every settings group with its defaults, so that the owner finds rows to change. */
export async function writeSettings(tx: Transaction): Promise<void> {
  const rows = Object.entries(defaultSettings()).map(([name, value]) => ({ name, value }));
  await insertRows(tx, storeSettings, rows);
}

/** The information pages' first versions; a page that is never edited shows what was shipped. */
export async function writeContent(tx: Transaction, now: Date): Promise<void> {
  const rows = Object.entries(shippedContent).map(([slug, text]) => ({
    slug,
    version: 1,
    ...text,
    publishedAt: now,
  }));
  await insertRows(tx, contentVersions, rows);
}

/** The tax rules a new store starts with, under ids of this database. */
export async function writeTaxRules(tx: Transaction, random: Random, now: Date): Promise<TaxRule[]> {
  const rules = shippedTaxRules.map((rule) => ({ ...rule, id: random.idAt(now) }));
  await insertRows(tx, taxRules, rules);
  return rules;
}

/** Shelves and products; gives them back with their numbers. */
export async function writeMenu(tx: Transaction, random: Random, now: Date): Promise<ShelvedProduct[]> {
  await insertRows(
    tx,
    categories,
    demoCategories.map((category, index) => ({ id: index + 1, position: index + 1, ...category })),
  );
  const shelved = demoProducts.map((product, index) => shelve(product, index + 1, random, now));
  await insertRows(tx, products, shelved.map(productRow));
  // The numbers were given by us; the next product made by hand must not collide with them.
  for (const table of ['categories', 'products']) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
    );
  }
  return shelved;
}

/** Hangs the stored pictures on their products. */
export async function writePictures(
  tx: Transaction,
  menu: readonly ShelvedProduct[],
  pictures: readonly StoredPicture[],
): Promise<void> {
  const idOf = new Map(menu.map(({ slug, id }) => [slug, id]));
  const rows = pictures.flatMap(({ productSlug, position, key, alt }) => {
    const productId = idOf.get(productSlug);
    return productId === undefined ? [] : [{ productId, position, key, alt }];
  });
  await insertRows(
    tx,
    productImages,
    rows.sort((left, right) => left.productId - right.productId || left.position - right.position),
  );
}

/**
 * Most of the menu is older than the demo's orders; a few products came with their first batch, so that
 * 'newest first' has something to show.
 */
function shelve(product: DemoProduct, id: number, random: Random, now: Date): ShelvedProduct {
  const category = demoCategories.find(({ slug }) => slug === product.category);
  if (!category) throw new Error(`${product.slug} is on no shelf`);
  const oldest = Math.max(...product.lots.map(({ packagedDaysAgo }) => packagedDaysAgo));
  const isNew = oldest <= 45 && random.chance(0.25);
  const daysAgo = isNew ? oldest : random.between(130, 420);
  return {
    ...product,
    id,
    categoryName: category.name,
    listedAt: new Date(now.getTime() - daysAgo * DAY - random.between(0, 120) * 60_000),
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
