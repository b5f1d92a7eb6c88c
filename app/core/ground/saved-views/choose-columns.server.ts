/** Saves which columns of a list a person at work does not see. */
import { and, eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { listColumns } from '#db/schema/saved-views.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ColumnChoice } from './list-columns.ts';

/** The last of two choices counts. Refused: who may not enter the back office. */
export function chooseColumns(
  actor: Actor,
  { list, hidden }: ColumnChoice,
): Promise<Result<null, { kind: 'not-allowed' }>> {
  const asStaff = staffTransaction(actor, 'backoffice.enter', refuse({ kind: 'not-allowed' as const }));
  return asStaff<Result<null, { kind: 'not-allowed' }>>(async (tx, { userId }) => {
    if (hidden.length === 0)
      await tx.delete(listColumns).where(and(eq(listColumns.ownerId, userId), eq(listColumns.list, list)));
    else
      await tx
        .insert(listColumns)
        .values({ ownerId: userId, list, hidden })
        .onConflictDoUpdate({ target: [listColumns.ownerId, listColumns.list], set: { hidden } });
    return succeed(null);
  });
}
