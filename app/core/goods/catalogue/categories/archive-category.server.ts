/** Archives a category and moves its products to another one; restores an archived category. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { inLongTransactionOr } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { type ProductValues, productTexts } from '../products/product-fields.ts';
import type { AddedCategory } from './add-category.server.ts';
import type { CategoryProblem } from './category.ts';
import { lockCategories, lockProductsOf } from './lock-categories.server.ts';

export type ArchivedCategory = { name: string; moved: number };

/**
 * Takes a category off the menu and out of every choice. Its products move to `to`, and their History says so; archived
 * products stay. Refused: people who may not manage inventory, and a category with products if `to` is null, archived or
 * the category itself.
 */
export async function archiveCategory(
  actor: Actor,
  id: number,
  to: number | null,
): Promise<Result<ArchivedCategory, CategoryProblem>> {
  const denied = refuse({ kind: 'not-allowed' } as const);
  const asStaff = staffTransaction(actor, 'inventory.manage', denied, inLongTransactionOr);
  return asStaff<Result<ArchivedCategory, CategoryProblem>>(async (tx, actor) => {
    const stored = await lockCategories(tx);
    const category = stored.find((each) => each.id === id);
    if (!category) return refuse({ kind: 'not-found' });
    const inUse = (await lockProductsOf(tx, id)).filter(({ isArchived }) => !isArchived);
    const ids = inUse.map((product) => product.id);
    const target = stored.find((each) => each.id === to && each.id !== id && !each.isArchived);
    if (ids.length > 0) {
      if (to === null) return refuse({ kind: 'has-products', products: ids.length });
      if (!target) return refuse({ kind: 'no-such-target' });
      await tx
        .update(products)
        .set({ categoryId: target.id, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
        .where(and(eq(products.categoryId, id), isNull(products.archivedAt)));
    }
    await tx
      .update(categories)
      .set({ offMenuSince: asDate(systemClock()) })
      .where(eq(categories.id, id));
    await recordAudit(tx, actor, {
      action: 'category.archived',
      subject: 'category',
      subjectId: String(id),
      before: { name: category.name, archived: false },
      after: { name: category.name, archived: true },
      reason: target && ids.length > 0 ? `Its products moved to ${target.name}.` : null,
    });
    await recordAudit(
      tx,
      actor,
      ids.map((productId) => ({
        action: 'product.edited' as const,
        subject: 'product' as const,
        subjectId: String(productId),
        before: auditOf(id),
        after: auditOf(target?.id ?? id),
        reason: 'Category archived',
      })),
    );
    await announce(tx, 'inventory');
    return succeed({ name: category.name, moved: ids.length });
  });
}

/** Puts an archived or merged category back on the menu, and its address shows it again; its former products stay where they are. */
export async function restoreCategory(
  actor: Actor,
  id: number,
): Promise<Result<AddedCategory, CategoryProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<AddedCategory, CategoryProblem>>(async (tx, actor) => {
    const category = (await lockCategories(tx)).find((each) => each.id === id);
    if (!category) return refuse({ kind: 'not-found' });
    if (!category.isArchived) return succeed({ id, name: category.name });
    await tx.update(categories).set({ offMenuSince: null, mergedInto: null }).where(eq(categories.id, id));
    await recordAudit(tx, actor, {
      action: 'category.restored',
      subject: 'category',
      subjectId: String(id),
      before: { name: category.name, archived: true },
      after: { name: category.name, archived: false },
    });
    await announce(tx, 'inventory');
    return succeed({ id, name: category.name });
  });
}

/** As a product's form records it: by id, which the log shows as a name. */
const auditOf = (categoryId: number) => productTexts({ categoryId } as ProductValues, ['categoryId']);
