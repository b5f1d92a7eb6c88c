/** Saves and deletes views of lists: everyone in the back office their own, admins also other people's shared ones. */
import { and, count, eq, or } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { lockAdvisoryOf } from '#db/advisory-locks.ts';
import { savedViews } from '#db/schema/saved-views.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { MAXIMUM_VIEWS, type SavedViewInput, type SavedViewProblem } from './saved-view.ts';

/** Refused: a name the person already uses for this list, and more than twenty views. */
export async function saveView(
  actor: Actor,
  input: SavedViewInput,
): Promise<Result<{ id: string }, SavedViewProblem>> {
  const asStaff = staffTransaction(actor, 'backoffice.enter', refuse({ kind: 'not-found' }));
  return asStaff<Result<{ id: string }, SavedViewProblem>>(async (tx, actor) => {
    // One at a time, so that concurrent saves do not all count before any is written.
    await lockAdvisoryOf(tx, 'savedViews', actor.userId);
    const own = and(eq(savedViews.ownerId, actor.userId), eq(savedViews.list, input.list));
    const [existing] = await tx.select({ views: count() }).from(savedViews).where(own);
    if ((existing?.views ?? 0) >= MAXIMUM_VIEWS) return refuse({ kind: 'too-many' });
    const [saved] = await tx
      .insert(savedViews)
      .values({
        id: newId(),
        list: input.list,
        name: input.name,
        query: input.query,
        ownerId: actor.userId,
        isShared: input.shared,
      })
      .onConflictDoNothing()
      .returning({ id: savedViews.id });
    return saved ? succeed(saved) : refuse({ kind: 'name-taken', name: input.name });
  });
}

/** Refused as not found: another person's personal view, and for staff another person's shared one. */
export async function deleteView(
  actor: Actor,
  id: string,
): Promise<Result<{ name: string }, SavedViewProblem>> {
  const asStaff = staffTransaction(actor, 'backoffice.enter', refuse({ kind: 'not-found' }));
  if (!isUuid(id)) return refuse({ kind: 'not-found' });
  return asStaff<Result<{ name: string }, SavedViewProblem>>(async (tx, actor) => {
    const own = eq(savedViews.ownerId, actor.userId);
    const [deleted] = await tx
      .delete(savedViews)
      .where(
        and(
          eq(savedViews.id, id),
          may(actor, 'records.delete') ? or(own, eq(savedViews.isShared, true)) : own,
        ),
      )
      .returning({ name: savedViews.name });
    return deleted ? succeed(deleted) : refuse({ kind: 'not-found' });
  });
}
