/** Adds a staff note about a customer. Notes are added and never changed. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { customerNotes } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';

export type NoteProblem = { kind: 'not-allowed' } | { kind: 'not-found' };

/** The note has its author and time; it needs no entry in the audit log. */
export function addNote(actor: Actor, userId: string, note: string): Promise<Result<null, NoteProblem>> {
  const asStaff = staffTransaction(actor, 'customers.note', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, NoteProblem>>(async (tx, actor) => {
    if (!isUuid(userId)) return refuse({ kind: 'not-found' });
    const [customer] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .for('key share');
    if (!customer) return refuse({ kind: 'not-found' });
    await tx
      .insert(customerNotes)
      .values({ id: newId(), userId, authorId: actor.userId, authorName: actor.name, note });
    await announce(tx, `user:${userId}`);
    return succeed(null);
  });
}
