/** Starts a count: a sheet with every lot of a category that has units. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { categories } from '#db/schema/catalogue.ts';
import { countSheets } from '#db/schema/counts.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { CountProblem } from './count.ts';

/**
 * Returns the sheet's number. Lots off sale are on the sheet too: their units are in the building. Refuses: actors
 * without permission to count stock, a category without units, and a second open count of the same category.
 * @param categoryId null counts every category
 */
export async function startCount(
  actor: Actor,
  categoryId: number | null,
): Promise<Result<{ sheetId: number; lots: number }, CountProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ sheetId: number; lots: number }, CountProblem>>(async (tx, actor, abandon) => {
    const title = categoryId === null ? 'All categories' : await nameOf();
    if (title === null) return refuse({ kind: 'not-found' });
    const [sheet] = await tx
      .insert(countSheets)
      .values({ categoryId, title, startedBy: actor.userId, startedByName: actor.name })
      .onConflictDoNothing()
      .returning({ id: countSheets.id });
    if (!sheet) return refuse({ kind: 'already-open' });
    const { rowCount } = await tx.execute(sql`
      insert into count_rows (sheet_id, lot_id, product_id, position, product)
      select ${sheet.id}, lot.id, product.id,
        row_number() over (order by product.name, product.id, lot.expires_on, lot.id),
        concat_ws(', ', product.name, product.size)
      from lots as lot join products as product on product.id = lot.product_id
      where lot.on_hand > 0 ${categoryId === null ? sql`` : sql`and product.category_id = ${categoryId}`}`);
    const lots = rowCount ?? 0;
    if (lots === 0) return abandon(refuse({ kind: 'nothing-to-count' }));
    await recordAudit(tx, actor, {
      action: 'count.started',
      subject: 'count',
      subjectId: String(sheet.id),
      after: { title, lots },
    });
    await announce(tx, 'inventory');
    return succeed({ sheetId: sheet.id, lots });

    async function nameOf(): Promise<string | null> {
      const [category] = await tx
        .select({ name: categories.name })
        .from(categories)
        .where(eq(categories.id, categoryId ?? 0));
      return category?.name ?? null;
    }
  });
}
