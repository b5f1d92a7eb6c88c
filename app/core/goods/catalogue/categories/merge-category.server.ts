/** Merges a category into another: its products move, it leaves the menu, and its address leads to the other one. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { moveViews } from '#core/ground/saved-views/move-views.server.ts';
import { inLongTransactionOr } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { type ProductValues, productTexts } from '../products/product-fields.ts';
import { recordBatch } from '../products/record-batch.server.ts';
import { type CategoryProblem, mixedClasses, productCount } from './category.ts';
import { lockCategories, lockProductsOf } from './lock-categories.server.ts';
import { classesOf } from './merge-preview-queries.server.ts';

export type CategoryMerge = {
  to: number;
  /** How many products the preview showed. */
  seen: number;
  /** Whether staff accept that the products of both are taxed or limited differently. */
  accepted: boolean;
};

/**
 * Moves every product, archived ones too, for an Undo of 24 hours (`undoBatch`), and saved views that show only this
 * category. No product changes its tax class or what it counts as. Refused: people who may not manage inventory, a
 * category that is not on the menu or the category itself, a preview that is out of date, and products of other classes
 * than the target's unless accepted.
 */
export async function mergeCategory(
  actor: Actor,
  id: number,
  { to, seen, accepted }: CategoryMerge,
): Promise<Result<{ name: string; target: string; moved: number }, CategoryProblem>> {
  const denied = refuse({ kind: 'not-allowed' } as const);
  const asStaff = staffTransaction(actor, 'inventory.manage', denied, inLongTransactionOr);
  return asStaff<Result<{ name: string; target: string; moved: number }, CategoryProblem>>(
    async (tx, actor) => {
      const stored = await lockCategories(tx);
      const category = stored.find((each) => each.id === id && !each.isArchived);
      if (!category) return refuse({ kind: 'not-found' });
      const target = stored.find((each) => each.id === to && each.id !== id && !each.isArchived);
      if (!target) return refuse({ kind: 'no-such-target' });
      const ids = (await lockProductsOf(tx, id)).map((product) => product.id);
      if (ids.length !== seen) return refuse({ kind: 'changed' });
      const differences = mixedClasses(await classesOf(tx, id), await classesOf(tx, to), target.name);
      if (differences.length > 0 && !accepted) return refuse({ kind: 'mixed-classes', differences });
      if (ids.length > 0) {
        await recordBatch(
          tx,
          'edit',
          actor.userId,
          ids.map((productId) => ({ productId, before: { categoryId: id }, after: { categoryId: to } })),
        );
        await tx
          .update(products)
          .set({ categoryId: to, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
          .where(eq(products.categoryId, id));
      }
      await tx
        .update(categories)
        .set({ offMenuSince: asDate(systemClock()), mergedInto: to })
        .where(eq(categories.id, id));
      await moveViews(tx, ['inventory', 'lots'], `category=${id}`, `category=${to}`);
      const merged = {
        action: 'category.merged' as const,
        subject: 'category' as const,
        reason: `Merged ${category.name} into ${target.name}, ${productCount(ids.length)}.`,
      };
      await recordAudit(tx, actor, [
        {
          ...merged,
          subjectId: String(id),
          before: { name: category.name, archived: false },
          after: { name: target.name, archived: true },
        },
        { ...merged, subjectId: String(to) },
      ]);
      await recordAudit(
        tx,
        actor,
        ids.map((productId) => ({
          action: 'product.edited' as const,
          subject: 'product' as const,
          subjectId: String(productId),
          before: auditOf(id),
          after: auditOf(to),
          reason: 'Category merged',
        })),
      );
      await announce(tx, 'inventory');
      return succeed({ name: category.name, target: target.name, moved: ids.length });
    },
  );
}

const auditOf = (categoryId: number) => productTexts({ categoryId } as ProductValues, ['categoryId']);
