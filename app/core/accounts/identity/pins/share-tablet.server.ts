/** Makes a browser a tablet that staff share, and ends that. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { sessions, sharedTablets } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { PinProblem } from './pin.ts';
import { newTablet } from './tablet-cookie.server.ts';

/**
 * Returns the Set-Cookie line of the tablet. Needs a recent sign-in, not one by PIN. The session that sets it up goes on:
 * the page signs it out.
 */
export async function shareTablet(
  actor: Actor,
  name: string,
): Promise<Result<{ cookie: string }, PinProblem>> {
  const asStaff = recentStaffTransaction(
    actor,
    'orders.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asStaff<Result<{ cookie: string }, PinProblem>>(async (tx, staff) => {
    const [session] = await tx
      .select({ secondFactor: sessions.secondFactor, tabletId: sessions.tabletId })
      .from(sessions)
      .where(eq(sessions.id, staff.sessionId));
    if (!session || session.tabletId !== null) return refuse({ kind: 'not-allowed' });
    const { hash, cookie } = newTablet();
    const [made] = await tx
      .insert(sharedTablets)
      .values({
        ...{ name, tokenHash: hash, secondFactor: session.secondFactor },
        ...{ setUpBy: staff.userId, setUpByName: staff.name },
      })
      .returning({ id: sharedTablets.id });
    await recordAudit(tx, staff, {
      action: 'tablet.shared',
      subject: 'user',
      subjectId: staff.userId,
      after: { tablet: name },
    });
    if (!made) throw new Error('a tablet was not written');
    return succeed({ cookie });
  });
}

/** Ends the sharing of a tablet and every session on it. One that is gone is not an error. */
export async function stopSharing(actor: Actor, tabletId: string): Promise<Result<null, PinProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, PinProblem>>(async (tx, staff) => {
    const [gone] = await tx
      .delete(sharedTablets)
      .where(eq(sharedTablets.id, tabletId))
      .returning({ name: sharedTablets.name });
    if (gone)
      await recordAudit(tx, staff, {
        action: 'tablet.sharing-ended',
        subject: 'user',
        subjectId: staff.userId,
        before: { tablet: gone.name },
      });
    return succeed(null);
  });
}
