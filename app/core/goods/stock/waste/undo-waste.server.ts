/** Takes waste back: the units return to their lot as it is now, on sale or set aside. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { waste } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { lockLot } from '../lots/change-lot.server.ts';
import { changeUnits } from '../lots/count-lot.server.ts';
import { type WasteProblem, wasteName } from './waste.ts';

/** A second press changes nothing. Refused: destroyed waste, and units that a customer returned. */
export function undoWaste(
  actor: Actor,
  { number, reason }: { number: number; reason: string },
  now = systemClock(),
): Promise<Result<{ changed: boolean }, WasteProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ changed: boolean }, WasteProblem>>(async (tx, staff) => {
    const [known] = await tx.select({ lotId: waste.lotId }).from(waste).where(eq(waste.number, number));
    const lot = known && (await lockLot(tx, known.lotId));
    if (!lot) return refuse({ kind: 'not-found' });
    const [row] = await tx.select().from(waste).where(eq(waste.number, number)).for('no key update');
    if (!row) return refuse({ kind: 'not-found' });
    if (row.destroyedAt !== null) return refuse({ kind: 'destroyed', number });
    if (row.undoneAt !== null) return succeed({ changed: false });
    if (row.reason === 'returned') return refuse({ kind: 'never-sold-again' });
    await tx
      .update(waste)
      .set({ undoneAt: asDate(now), undoneByName: staff.name })
      .where(eq(waste.id, row.id));
    const note = `Undone: ${wasteName(number)}`;
    const change = { change: row.units, reason: 'waste', note, chosen: [], isDestroyed: false } as const;
    await changeUnits(tx, staff, lot, change, now);
    await recordAudit(tx, staff, {
      action: 'waste.undone',
      subject: 'waste',
      subjectId: String(number),
      before: { lotId: lot.id, onHand: lot.onHand },
      after: { lotId: lot.id, onHand: lot.onHand + row.units },
      reason: reason || null,
    });
    await announce(tx, 'inventory');
    return succeed({ changed: true });
  });
}
