/** Locks the categories, so that they change one after the other: two people cannot add the same name. */
import { asc, eq, isNotNull, sql } from 'drizzle-orm';
import { lockAdvisory } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';

export type StoredCategory = {
  id: number;
  name: string;
  slug: string;
  isArchived: boolean;
  mergedInto: number | null;
};

/** Every category, archived ones too. */
export async function lockCategories(tx: Transaction): Promise<StoredCategory[]> {
  await lockAdvisory(tx, 'categories');
  return tx
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      isArchived: sql<boolean>`${isNotNull(categories.offMenuSince)}`,
      mergedInto: categories.mergedInto,
    })
    .from(categories)
    .orderBy(asc(categories.id));
}

/** Every product of the category, locked before the category itself (docs/locks.md): a new name rewrites them. */
export async function lockProductsOf(
  tx: Transaction,
  categoryId: number,
): Promise<{ id: number; isArchived: boolean }[]> {
  return tx
    .select({ id: products.id, isArchived: sql<boolean>`${isNotNull(products.archivedAt)}` })
    .from(products)
    .where(eq(products.categoryId, categoryId))
    .orderBy(asc(products.id))
    .for('no key update');
}
