/** Shows staff the full phone numbers of the buyers they call, and records who looked. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { recallPeople } from '#db/schema/recalls.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { RecallProblem } from './recall.ts';

/** People whose numbers are shown at once: a page of the list. */
const MOST = 25;

/** By the person's number in the recall. Refused: an old sign-in. */
export async function showPhones(
  actor: Actor,
  recallId: string,
  numbers: readonly number[],
): Promise<Result<Record<number, string>, RecallProblem>> {
  const asStaff = recentStaffTransaction(
    actor,
    'customers.read',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asStaff<Result<Record<number, string>, RecallProblem>>(async (tx, staff) => {
    const people = await tx
      .select({
        number: recallPeople.number,
        userId: recallPeople.userId,
        phone: customerProfiles.phone,
      })
      .from(recallPeople)
      .innerJoin(customerProfiles, eq(customerProfiles.userId, recallPeople.userId))
      .where(
        and(
          sql`${recallPeople.recallId}::text = ${recallId}`,
          inArray(recallPeople.number, numbers.slice(0, MOST)),
        ),
      );
    const known = people.filter(({ phone }) => phone !== null);
    if (known.length > 0)
      await recordAudit(tx, staff, {
        action: 'recall.phones-shown',
        subject: 'recall',
        subjectId: recallId,
        after: { people: known.map(({ userId }) => userId) },
      });
    return succeed(Object.fromEntries(known.map(({ number, phone }) => [number, phone ?? ''])));
  });
}
