/** Records who is in charge of the store from now on. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { charges } from '#db/schema/cash-desk.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { ChargeProblem } from './charge.ts';
import { openCharge } from './charge-queries.server.ts';
import { nextHolder } from './drawer-people-queries.server.ts';

export type ChargeInput = {
  /** A uuid of the form: sent again, it changes nothing. */
  key: string;
  /** null for no one. */
  personId: string | null;
  /** The charge that the form showed; null for no one. */
  seenId: string | null;
};

type Outcome = Result<{ changed: boolean }, ChargeProblem>;

/**
 * Ends the charge of the person before. Refused: a person who does not work at the counter, and a form that showed someone
 * else. Two people at once: one wins, the other reads who is in charge.
 */
export async function changeCharge(
  actor: Actor,
  { key, personId, seenId }: ChargeInput,
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'cash.handle', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx, staff) => {
    await lockAdvisory(tx, 'charge');
    const [same] = await tx.select({ id: charges.id }).from(charges).where(eq(charges.key, key));
    const open = await openCharge(tx);
    if (same || (open?.personId ?? null) === personId) return succeed({ changed: false });
    if ((open?.id ?? null) !== seenId) return refuse({ kind: 'changed', person: open?.personName ?? null });
    const person = personId === null ? null : await nextHolder(tx, null, personId);
    if (personId !== null && person === null) return refuse({ kind: 'not-here' });
    const at = asDate(now);
    if (open)
      await tx
        .update(charges)
        // Another server's clock may be ahead.
        .set({ endedAt: at < open.startedAt ? open.startedAt : at, endedByName: staff.name })
        .where(eq(charges.id, open.id));
    if (person)
      await tx.insert(charges).values({
        ...{ key, personId: person.id, personName: person.name },
        ...{ startedAt: at, startedByName: staff.name },
      });
    await recordAudit(tx, staff, {
      action: 'charge.changed',
      subject: 'store',
      subjectId: 'charge',
      before: { inCharge: open?.personName ?? null },
      after: { inCharge: person?.name ?? null },
    });
    await announce(tx, 'cash');
    return succeed({ changed: true });
  });
}
