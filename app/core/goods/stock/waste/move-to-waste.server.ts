/** Stage one: units of a lot leave sale, or what is set aside, and become waste. */
import { eq } from 'drizzle-orm';
import type { Actor, Witness } from '#core/ground/access/actor.ts';
import { isWitness, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { waste } from '#db/schema/stock.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { WasteReason } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { lockLot } from '../lots/change-lot.server.ts';
import { changeUnits } from '../lots/count-lot.server.ts';
import { checkWaste, type WasteProblem, wasteReasonLabel } from './waste.ts';
import { writeWaste } from './write-waste.server.ts';

/** `key` is the form's: sent again, it records nothing and gets the same answer. */
export type WasteInput = {
  key: string;
  lotId: number;
  units: number;
  /** Of all units, in milligrams; null where it is not known. */
  weightMg: number | null;
  reason: WasteReason;
  note: string;
  /** Who saw it, and said so themselves. */
  witness: Witness | null;
};

/**
 * Reserved units move to other lots first. Refused: more units than the lot has, reserved units that no other lot has, no
 * witness or the person themselves, one who no longer works here at the commit, and another reason without a note.
 */
export function moveToWaste(
  actor: Actor,
  input: WasteInput,
  now = systemClock(),
): Promise<Result<{ number: number }, WasteProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ number: number }, WasteProblem>>(async (tx, staff, abandon) => {
    const { key, lotId, units, reason, note } = input;
    const checked = checkWaste(input, staff);
    if (!checked.ok || input.witness === null)
      return checked.ok ? refuse({ kind: 'witness-missing' }) : checked;
    const lot = isUuid(key) ? await lockLot(tx, lotId) : null;
    if (!lot) return refuse({ kind: 'not-found' });
    const [same] = await tx.select().from(waste).where(eq(waste.id, key));
    if (same)
      return same.lotId === lotId && same.units === units && same.reason === reason
        ? succeed({ number: same.number })
        : refuse({ kind: 'sent-before' });
    if (units > lot.onHand) return refuse({ kind: 'more-than-there', left: lot.onHand });
    const why = `${wasteReasonLabel[reason]}${note ? `: ${note}` : ''}`;
    const change = { change: -units, reason: 'waste', note: why, chosen: [], isDestroyed: false } as const;
    const moved = await changeUnits(tx, staff, lot, change, now);
    if (!moved.ok)
      return abandon(
        refuse(
          moved.problem.kind === 'choose'
            ? { kind: 'reserved', missing: moved.problem.missing }
            : { kind: 'not-found' },
        ),
      );
    const { weightMg, witness } = input;
    const seenBy = { witness: witness.name, witnessId: witness.userId };
    const record = { id: key, lotId, units, reason, note, weightMg, ...seenBy };
    const number = await writeWaste(tx, record, staff.userId, asDate(now));
    await recordAudit(tx, staff, {
      action: 'waste.recorded',
      subject: 'waste',
      subjectId: String(number),
      before: { lotId, onHand: lot.onHand },
      after: {
        lotId,
        onHand: lot.onHand - units,
        units,
        wasteReason: wasteReasonLabel[reason],
        witness: witness.name,
      },
      reason: note || null,
    });
    await announce(tx, 'inventory');
    return (await isWitness(tx, witness, staff))
      ? succeed({ number })
      : abandon(refuse({ kind: 'witness-gone' }));
  });
}
