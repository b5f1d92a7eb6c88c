/** Records how a call to a customer of a closure went. What becomes of the order is recorded with the order. */
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { closurePeople, closures } from '#db/schema/closures.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ClosureCall } from '#kernel/statuses.ts';
import { announce } from '#platform/live/announce.ts';
import type { ClosureProblem } from './closure.ts';

/** A later call replaces it. Refused: a customer who is not on the closure's list. */
export async function recordCall(
  actor: Actor,
  { closure, person, call }: { closure: number; person: number; call: ClosureCall },
): Promise<Result<null, ClosureProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, ClosureProblem>>(async (tx, staff) => {
    const [found] = await tx
      .select({ before: closurePeople.call, closureId: closurePeople.closureId })
      .from(closurePeople)
      .innerJoin(closures, eq(closures.id, closurePeople.closureId))
      .where(and(eq(closurePeople.number, person), eq(closures.number, closure)));
    if (!found) return refuse({ kind: 'not-found' });
    await tx
      .update(closurePeople)
      .set({ call, calledAt: sql`now()`, calledByName: staff.name })
      .where(eq(closurePeople.number, person));
    await recordAudit(tx, staff, {
      action: 'closure.called',
      subject: 'closure',
      subjectId: found.closureId,
      before: { customer: person, call: found.before },
      after: { customer: person, call },
    });
    await announce(tx, 'orders');
    return succeed(null);
  });
}
