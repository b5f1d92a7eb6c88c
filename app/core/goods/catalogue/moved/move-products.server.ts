/** Writes categories and products that move here from another system, by the rules of a new product. */
import { inArray, sql } from 'drizzle-orm';
import { createStockRows } from '#core/goods/stock/create-stock-rows.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { columnsNamed, jsonRows } from '#db/json-rows.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { statement } from '#db/statement.ts';
import { cleanLine, sliceSafe } from '#kernel/text.ts';
import { categoryKey, categorySlug, LONGEST_CATEGORY_NAME } from '../categories/category.ts';
import { lockCategories } from '../categories/lock-categories.server.ts';
import { blankProduct } from '../products/blank-product.ts';
import { typeByName, withProposedContents } from '../products/limit-proposal.ts';
import { allProductFields, type ProductValues } from '../products/product-fields.ts';
import { judgeSale, type ProductRules } from '../products/product-rules.ts';

/** Returns the id of the category by this name, which is added if there is none that reads the same. */
export async function moveCategory(
  tx: Transaction,
  typed: string,
): Promise<{ id: number; isNew: boolean; slug: string }> {
  const name = sliceSafe(cleanLine(typed), LONGEST_CATEGORY_NAME).trim() || 'Other';
  const stored = await lockCategories(tx);
  const known = stored.find((each) => categoryKey(each.name) === categoryKey(name));
  if (known) return { id: known.mergedInto ?? known.id, isNew: false, slug: known.slug };
  const slug = categorySlug(
    name,
    stored.map((each) => each.slug),
  );
  const [added] = await tx.insert(categories).values({ name, slug }).returning({ id: categories.id });
  if (!added) throw new Error('a category was not written');
  return { id: added.id, isNew: true, slug };
}

/** The name that `moveCategory` would give a category, which is added to none. */
export async function readMovedNames(): Promise<(typed: string) => string> {
  const stored = await database()
    .select({ id: categories.id, name: categories.name, mergedInto: categories.mergedInto })
    .from(categories);
  const byId = new Map(stored.map(({ id, name }) => [id, name]));
  const byKey = new Map(stored.map(({ id, name, mergedInto }) => [categoryKey(name), mergedInto ?? id]));
  return (typed) => byId.get(byKey.get(categoryKey(typed)) ?? 0) ?? typed;
}

export type MovedProduct = {
  /** Of this shop, when it moved before. */
  id: number | null;
  /** Its former number, used again up to 999,999,999 unless another product has it, so that its address stays. */
  wantedId: number | null;
  categoryId: number;
  categoryName: string;
  isArchived: boolean;
  createdAt: Date;
  values: Partial<Omit<ProductValues, 'categoryId'>> & { name: string };
};

/** `offSale`: what it lacks for being on sale, in words; null if it is as it was. */
export type WrittenProduct = { id: number; offSale: string | null };

/** How a product comes over: one that may not be sold as it is comes off sale. */
export function judgeMoved(
  { categoryId, categoryName, isArchived, values }: Omit<MovedProduct, 'id' | 'wantedId' | 'createdAt'>,
  rules: ProductRules,
): { saved: ProductValues; offSale: string | null } {
  const { productType = typeByName(categoryName) ?? 'merchandise' } = values;
  const asGiven: ProductValues = { ...blankProduct({ categoryId, productType, categoryName }), ...values };
  const filled = withProposedContents(asGiven, categoryName);
  const { after, missing, errors } = judgeSale(
    null,
    isArchived ? { ...filled, forSale: false } : filled,
    rules,
  );
  // A price below the floor, or a discount that has no terms, is no reason to lose the product.
  const isRefused = Object.keys(errors).length > 0;
  const saved = isRefused ? { ...after, forSale: false, ...NO_DISCOUNT } : after;
  const lacks = Object.values(isRefused ? errors : missing).flat();
  return { saved, offSale: filled.forSale && !saved.forSale && !isArchived ? lacks.join(' ') : null };
}

/** Writes the products, in their order. */
export async function moveProducts(
  tx: Transaction,
  moved: readonly MovedProduct[],
): Promise<WrittenProduct[]> {
  const rules = await readSettings();
  const written: WrittenProduct[] = [];
  const added: Added[] = [];
  const ids = await idsFor(tx, moved);
  for (const [at, product] of moved.entries()) {
    const { isArchived, createdAt } = product;
    const { saved, offSale } = judgeMoved(product, rules);
    const columns = {
      ...saved,
      archivedAt: isArchived ? createdAt : null,
      ...{ createdAt, updatedAt: createdAt },
    };
    if (product.id !== null) {
      await tx
        .update(products)
        .set({ ...saved, archivedAt: columns.archivedAt })
        .where(sql`${products.id} = ${product.id} and ${products.version} = 1`);
      written.push({ id: product.id, offSale });
      continue;
    }
    const id = ids[at];
    if (id === undefined) throw new Error('a product has no number');
    added.push({ id, ...columns });
    written.push({ id, offSale });
  }
  if (added.length > 0) {
    await insertProducts(tx, { rows: jsonRows(added) });
    await createStockRows(
      tx,
      added.map(({ id }) => id),
    );
    // The next product of this shop comes after those that kept their numbers.
    await tx.execute(
      sql`select setval(pg_get_serial_sequence('products', 'id'), greatest((select max(id) from products), 1))`,
    );
  }
  return written;
}

type Added = { id: number } & ProductValues & { archivedAt: Date | null; createdAt: Date; updatedAt: Date };

const ADDED = columnsNamed(['id', ...allProductFields, 'archivedAt', 'createdAt', 'updatedAt']);

const insertProducts = statement(sql`
  insert into products (${ADDED})
  select ${ADDED} from json_populate_recordset(null::products, ${sql.placeholder('rows')}::json)`);

const NO_DISCOUNT = {
  discount: null,
  discountFrom: null,
  discountUntil: null,
  discountTerms: null,
} as const;

/** The number of each: its own here, the one it had, or the next one after all of these. */
async function idsFor(tx: Transaction, moved: readonly MovedProduct[]): Promise<number[]> {
  const wanted = moved.flatMap(({ id, wantedId }) => (id === null && isUsable(wantedId) ? [wantedId] : []));
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from products where id = any(${sql.param(wanted)}::int[])`,
  );
  const taken = new Set(rows.map(({ id }) => id));
  const ids = moved.map(({ id, wantedId }) => {
    if (id !== null || !isUsable(wantedId) || taken.has(wantedId)) return id;
    taken.add(wantedId);
    return wantedId;
  });
  const next = await nextIds(tx, ids.filter((id) => id === null).length, Math.max(0, ...wanted));
  return ids.map((id) => id ?? next.shift() ?? 0);
}

/** A number near the largest of the column would leave none for the next product. */
const LARGEST_KEPT_ID = 999_999_999;

const isUsable = (wantedId: number | null): wantedId is number =>
  wantedId !== null && wantedId > 0 && wantedId <= LARGEST_KEPT_ID;

async function nextIds(tx: Transaction, count: number, after: number): Promise<number[]> {
  if (count === 0) return [];
  await tx.execute(sql`
    select setval(pg_get_serial_sequence('products', 'id'), highest)
    from (select greatest((select max(id) from products), ${after}::int) as highest) as numbers where highest > 0`);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('products', 'id'))::int as id from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id);
}

/** Deletes products that moved here, with their stock rows and pictures. */
export async function removeMovedProducts(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.delete(products).where(inArray(products.id, [...ids]));
}

export async function removeMovedCategories(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.delete(categories).where(inArray(categories.id, [...ids]));
}
