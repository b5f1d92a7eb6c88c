/** Writes categories and products that move here from another system, by the rules of a new product. */
import { inArray, sql } from 'drizzle-orm';
import { createStockRows } from '#core/goods/stock/create-stock-rows.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { MAX_INTEGER } from '#kernel/number.ts';
import { cleanLine, sliceSafe } from '#kernel/text.ts';
import { categoryKey, categorySlug, LONGEST_CATEGORY_NAME } from '../categories/category.ts';
import { lockCategories } from '../categories/lock-categories.server.ts';
import { blankProduct } from '../products/blank-product.ts';
import { typeByName, withProposedContents } from '../products/limit-proposal.ts';
import type { ProductValues } from '../products/product-fields.ts';
import { judgeSale } from '../products/product-rules.ts';

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

export type MovedProduct = {
  /** Of this shop, when it moved before. */
  id: number | null;
  /** The number it had, which it keeps if no other product has it: its address stays. */
  wantedId: number | null;
  categoryId: number;
  categoryName: string;
  isArchived: boolean;
  createdAt: Date;
  values: Partial<Omit<ProductValues, 'categoryId'>> & { name: string };
};

/** `offSale`: what it lacks for being on sale, in words; null if it is as it was. */
export type WrittenProduct = { id: number; offSale: string | null };

/** Writes the products, in their order. One that may not be sold as it is comes off sale. */
export async function moveProducts(
  tx: Transaction,
  moved: readonly MovedProduct[],
): Promise<WrittenProduct[]> {
  const rules = await readSettings();
  const taken = await idsTaken(tx, moved);
  const written: WrittenProduct[] = [];
  const added: number[] = [];
  for (const { wantedId, categoryId, categoryName, isArchived, createdAt, values, ...known } of moved) {
    const { productType = typeByName(categoryName) ?? 'merchandise' } = values;
    const blank = blankProduct({ categoryId, productType, categoryName });
    const asGiven: ProductValues = { ...blank, ...values };
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
    const columns = {
      ...saved,
      archivedAt: isArchived ? createdAt : null,
      ...{ createdAt, updatedAt: createdAt },
    };
    const offSale = filled.forSale && !saved.forSale && !isArchived ? lacks.join(' ') : null;
    if (known.id !== null) {
      await tx
        .update(products)
        .set({ ...saved, archivedAt: columns.archivedAt })
        .where(sql`${products.id} = ${known.id} and ${products.version} = 1`);
      written.push({ id: known.id, offSale });
      continue;
    }
    const isFree = wantedId !== null && wantedId > 0 && wantedId <= MAX_INTEGER && !taken.has(wantedId);
    const [row] = await tx
      .insert(products)
      .values(isFree ? { ...columns, id: wantedId } : columns)
      .returning({ id: products.id });
    if (!row) throw new Error('a product was not written');
    taken.add(row.id);
    added.push(row.id);
    written.push({ id: row.id, offSale });
  }
  if (added.length > 0) {
    await createStockRows(tx, added);
    // The next product of this shop comes after those that kept their numbers.
    await tx.execute(
      sql`select setval(pg_get_serial_sequence('products', 'id'), greatest((select max(id) from products), 1))`,
    );
  }
  return written;
}

const NO_DISCOUNT = {
  discount: null,
  discountFrom: null,
  discountUntil: null,
  discountTerms: null,
} as const;

async function idsTaken(tx: Transaction, moved: readonly MovedProduct[]): Promise<Set<number>> {
  const wanted = moved.flatMap(({ id, wantedId }) =>
    id === null && wantedId !== null && wantedId <= MAX_INTEGER ? [wantedId] : [],
  );
  if (wanted.length === 0) return new Set();
  const rows = await tx.select({ id: products.id }).from(products).where(inArray(products.id, wanted));
  return new Set(rows.map(({ id }) => id));
}

/** Deletes products that moved here, with their stock rows and pictures. */
export async function removeMovedProducts(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.delete(products).where(inArray(products.id, [...ids]));
}

export async function removeMovedCategories(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.delete(categories).where(inArray(categories.id, [...ids]));
}
