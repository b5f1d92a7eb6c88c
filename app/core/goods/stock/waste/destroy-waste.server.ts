/** Stage two: two people destroyed waste. Final; stock does not change, because the units left it at stage one. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor, Witness } from '#core/ground/access/actor.ts';
import { isWitness, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { waste } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { DestructionMethod } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { checkDestruction, checkWaiting, methodLabel, type WasteProblem } from './waste.ts';

export type Destruction = {
  /** Numbers of the records that were destroyed together. */
  numbers: readonly number[];
  /** When, as entered; null if it cannot be read. */
  at: Temporal.Instant | null;
  method: DestructionMethod;
  /** The other of the two people, who said so themselves. */
  second: Witness | null;
  note: string;
};

/**
 * All or none. The same form sent twice changes nothing. Refused: a record that was undone or destroyed otherwise, a time
 * ahead or before it was recorded, and a second person who is the first, or no longer works here at the commit.
 */
export function destroyWaste(
  actor: Actor,
  input: Destruction,
  now = systemClock(),
): Promise<Result<{ destroyed: number }, WasteProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ destroyed: number }, WasteProblem>>(async (tx, staff, abandon) => {
    const { numbers, at, method, second, note } = input;
    const checked = checkDestruction(input, staff, now);
    if (!checked.ok) return checked;
    if (numbers.length === 0 || at === null || second === null) return refuse({ kind: 'none-chosen' });
    const rows = await tx
      .select()
      .from(waste)
      .where(inArray(waste.number, [...numbers]))
      .orderBy(asc(waste.id))
      .for('no key update');
    if (rows.length < new Set(numbers).size) return refuse({ kind: 'not-found' });
    const isSame = (row: (typeof rows)[number]) =>
      row.destroyedAt?.getTime() === asDate(at).getTime() && row.destroyedBy === staff.userId;
    if (rows.every(isSame)) return succeed({ destroyed: rows.length });
    for (const row of rows) {
      const waits = checkWaiting(row, at);
      if (!waits.ok) return abandon(waits);
      await tx
        .update(waste)
        .set({
          ...{ destroyedAt: asDate(at), method, destructionNote: note || null },
          ...{ secondName: second.name, secondId: second.userId },
          ...{ destroyedBy: staff.userId, destroyedByName: staff.name, closedAt: asDate(now) },
        })
        .where(eq(waste.id, row.id));
      await recordAudit(tx, staff, {
        action: 'waste.destroyed',
        subject: 'waste',
        subjectId: String(row.number),
        after: { lotId: row.lotId, units: row.units, method: methodLabel[method], secondPerson: second.name },
        reason: note || null,
      });
    }
    await announce(tx, 'inventory');
    return (await isWitness(tx, second, staff))
      ? succeed({ destroyed: rows.length })
      : abandon(refuse({ kind: 'second-gone' }));
  });
}
