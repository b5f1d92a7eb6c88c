/** Loads the list views a person may use: their own, and those shared with all staff. */
import { and, asc, eq, or } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { SavedView } from '#core/ground/saved-views/saved-view.ts';
import { database } from '#db/client.ts';
import { savedViews } from '#db/schema/saved-views.ts';

/** By name. None for users who may not enter the back office. */
export async function readSavedViews(actor: Actor, list: string): Promise<SavedView[]> {
  if (actor.kind !== 'user' || !may(actor, 'backoffice.enter')) return [];
  const rows = await database()
    .select({
      id: savedViews.id,
      name: savedViews.name,
      query: savedViews.query,
      isShared: savedViews.isShared,
      ownerId: savedViews.ownerId,
    })
    .from(savedViews)
    .where(
      and(eq(savedViews.list, list), or(eq(savedViews.ownerId, actor.userId), eq(savedViews.isShared, true))),
    )
    .orderBy(asc(savedViews.name), asc(savedViews.id))
    .limit(100);
  return rows.map(({ ownerId, ...view }) => ({
    ...view,
    mayDelete: ownerId === actor.userId || (view.isShared && may(actor, 'records.delete')),
  }));
}
