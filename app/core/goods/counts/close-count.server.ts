/** Closes a count. Lots that were not counted stay so on its record. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { countRows, countSheets } from '#db/schema/counts.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { CountProblem } from './count.ts';

/** Refuses actors without permission to manage inventory, and a sheet with differences that are not decided. */
export async function closeCount(
  actor: Actor,
  sheetId: number,
): Promise<Result<{ sheetId: number }, CountProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ sheetId: number }, CountProblem>>(async (tx, actor, abandon) => {
    const [sheet] = await tx
      .update(countSheets)
      .set({ closedAt: sql`now()`, closedByName: actor.name })
      .where(and(eq(countSheets.id, sheetId), isNull(countSheets.closedAt)))
      .returning();
    if (!sheet) return refuse({ kind: 'closed' });
    const [open] = await tx
      .select({ many: sql<number>`count(*)::int` })
      .from(countRows)
      .where(
        and(
          eq(countRows.sheetId, sheetId),
          isNull(countRows.reason),
          sql`${countRows.counted} <> ${countRows.expected}`,
        ),
      );
    if (open && open.many > 0) return abandon(refuse({ kind: 'open-differences' }));
    await recordAudit(tx, actor, {
      action: 'count.closed',
      subject: 'count',
      subjectId: String(sheetId),
      after: { title: sheet.title },
    });
    await announce(tx, 'inventory');
    return succeed({ sheetId });
  });
}
