/** What becomes of the saved views of a person who leaves, for a command that has checked the permission. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { savedViews } from '#db/schema/saved-views.ts';

/** By name: `isShared` for those that colleagues see. */
export function readViewsOf(db: Pick<Database | Transaction, 'select'>, userId: string) {
  return db
    .select({ id: savedViews.id, name: savedViews.name, isShared: savedViews.isShared })
    .from(savedViews)
    .where(eq(savedViews.ownerId, userId))
    .orderBy(asc(savedViews.name), asc(savedViews.id));
}

/**
 * Shared ones go on in the name of `to`, with the former owner's name if `to` has one of the same name; the others are
 * deleted. Returns the names of the shared ones.
 */
export async function passViews(
  tx: Transaction,
  from: { userId: string; name: string },
  to: string,
): Promise<{ name: string }[]> {
  await tx.delete(savedViews).where(and(eq(savedViews.ownerId, from.userId), eq(savedViews.isShared, false)));
  const isTaken = (name: ReturnType<typeof sql>) => sql`exists (select from saved_views as other
    where other.owner_id = ${to} and other.list = saved_views.list and other.name = ${name})`;
  const named = sql`saved_views.name || ' (' || ${from.name}::text || ')'`;
  return tx
    .update(savedViews)
    .set({
      ownerId: to,
      name: sql`case when not ${isTaken(sql`saved_views.name`)} then saved_views.name
        when not ${isTaken(named)} then ${named} else ${named} || ' ' || right(saved_views.id::text, 4) end`,
    })
    .where(eq(savedViews.ownerId, from.userId))
    .returning({ name: savedViews.name });
}
