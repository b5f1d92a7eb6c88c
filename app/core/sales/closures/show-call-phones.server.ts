/** Shows staff the full phone numbers of a closure's customers they call, and records who looked. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { closurePeople, closures } from '#db/schema/closures.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ClosureProblem } from './closure.ts';
import { ROWS_ON_A_PAGE } from './closures-queries.server.ts';

/** By the person's number, for the people of one page at most. Refused: an old sign-in. */
export async function showCallPhones(
  actor: Actor,
  closure: number,
  people: readonly number[],
): Promise<Result<Record<number, string>, ClosureProblem>> {
  const asStaff = recentStaffTransaction(
    actor,
    'customers.read',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asStaff<Result<Record<number, string>, ClosureProblem>>(async (tx, staff) => {
    const found = await tx
      .select({
        number: closurePeople.number,
        closureId: closurePeople.closureId,
        userId: closurePeople.userId,
        phone: customerProfiles.phone,
      })
      .from(closurePeople)
      .innerJoin(closures, eq(closures.id, closurePeople.closureId))
      .innerJoin(customerProfiles, eq(customerProfiles.userId, closurePeople.userId))
      .where(
        and(eq(closures.number, closure), inArray(closurePeople.number, people.slice(0, ROWS_ON_A_PAGE))),
      );
    const known = found.filter(({ phone }) => phone !== null);
    if (known[0])
      await recordAudit(tx, staff, {
        action: 'closure.phones-shown',
        subject: 'closure',
        subjectId: known[0].closureId,
        after: { people: known.map(({ userId }) => userId) },
      });
    return succeed(Object.fromEntries(known.map(({ number, phone }) => [number, phone ?? ''])));
  });
}
