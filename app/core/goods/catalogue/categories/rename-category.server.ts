/** Renames a category. Its address stays, so that links to it still work; a trigger updates what the search finds. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { inLongTransactionOr } from '#db/client.ts';
import { categories } from '#db/schema/catalogue.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import { type CategoryProblem, nameTaken, readCategoryName } from './category.ts';
import { lockCategories, lockProductsOf } from './lock-categories.server.ts';

/**
 * Returns the new name. Existing orders and receipts keep the old one. Refused: people who may not manage inventory, a
 * name that is empty or too long, and one that looks like another category's. A category with many products takes
 * seconds, because each product's search text is rewritten.
 */
export async function renameCategory(
  actor: Actor,
  id: number,
  typed: string,
): Promise<Result<{ name: string }, CategoryProblem>> {
  const denied = refuse({ kind: 'not-allowed' } as const);
  const asStaff = staffTransaction(actor, 'inventory.manage', denied, inLongTransactionOr);
  return asStaff<Result<{ name: string }, CategoryProblem>>(async (tx, actor) => {
    const name = readCategoryName(typed);
    if (!name.ok) return name;
    const stored = await lockCategories(tx);
    const category = stored.find((each) => each.id === id);
    if (!category) return refuse({ kind: 'not-found' });
    if (category.name === name.value) return succeed({ name: name.value });
    const taken = nameTaken(stored, name.value, id);
    if (taken) return refuse(taken);
    await lockProductsOf(tx, id);
    await tx.update(categories).set({ name: name.value }).where(eq(categories.id, id));
    await recordAudit(tx, actor, {
      action: 'category.renamed',
      subject: 'category',
      subjectId: String(id),
      before: { name: category.name },
      after: { name: name.value },
    });
    await announce(tx, 'inventory');
    return succeed({ name: name.value });
  });
}
