/**
 * Starts the correction of a wrong price: the list that an admin looked at, written down in one transaction, and then
 * worked off.
 */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { priceCorrections } from '#db/schema/price-corrections.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { CorrectionSettlement } from '#kernel/statuses.ts';
import { asDate } from '#kernel/time.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { fingerprintOf, hasDifference, sumsOf, type Wrong } from './affected.ts';
import { readAffected } from './affected-queries.server.ts';
import { correctionJob } from './correction-job.ts';
import { type CorrectionProblem, LONGEST_REASON } from './price-correction.ts';

export type CorrectionInput = {
  wrong: Wrong;
  settlement: CorrectionSettlement;
  /** Whether people who get cash back are notified now. */
  tells: boolean;
  /** On the record of each refund, and seen at the counter: 'Wrong price on Nov 28'. */
  reason: string;
  /** Of the list that the page showed. */
  fingerprint: string;
  /** Of the form: sent again, it starts nothing. */
  key: string;
};

/**
 * Returns the number people read. Refused: people who may not refund any amount, a price that is not lower, a list without
 * anyone who paid too much or with too many, and a list that has changed since the page showed it.
 */
export async function startCorrection(
  actor: Actor,
  { wrong, settlement, tells, reason, fingerprint, key }: CorrectionInput,
): Promise<Result<{ number: number; lines: number }, CorrectionProblem>> {
  const asAdmin = staffTransaction(actor, 'refunds.any-amount', refuse({ kind: 'not-allowed' }));
  const why = reason.trim().slice(0, LONGEST_REASON);
  if (why === '') return refuse({ kind: 'reason-missing' });
  if (wrong.wrongPrice !== null && wrong.wrongPrice <= wrong.rightPrice) return refuse({ kind: 'not-lower' });
  const settings = await readSettings();
  return asAdmin<Result<{ number: number; lines: number }, CorrectionProblem>>(async (tx, admin) => {
    const again = await startedBy(tx, key);
    if (again !== null) return succeed({ number: again, lines: 0 });
    const all = await readAffected(admin, wrong, tx, settings);
    if (all === null) return refuse({ kind: 'too-many-lines' });
    if (fingerprintOf(all) !== fingerprint) return refuse({ kind: 'stale' });
    const lines = all.filter(hasDifference);
    if (lines.length === 0) return refuse({ kind: 'no-one' });
    const { from, until, ...what } = wrong;
    const id = newId<string>();
    const [row] = await tx
      .insert(priceCorrections)
      .values({
        ...{ id, key, ...what, fromAt: asDate(from), untilAt: asDate(until) },
        ...{ settlement, tells: tells && settlement === 'visit', reason: why },
        ...{ startedBy: admin.userId, startedByName: admin.name },
      })
      .onConflictDoNothing({ target: priceCorrections.key })
      .returning({ number: priceCorrections.number });
    // The same form was sent twice at once, and the other one was first.
    if (!row) return succeed({ number: (await startedBy(tx, key)) ?? 0, lines: 0 });
    const listed = lines.map(({ reservationId, units, amount, tax }) => ({
      ...{ reservationId, units, amount, tax },
    }));
    await tx.execute(sql`
      insert into corrected_lines (correction_id, reservation_id, units, amount, tax)
      select ${id}::uuid, "reservationId", units, amount, tax
      from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as line ("reservationId" uuid, units int, amount int, tax int)`);
    const { open, paid, people } = sumsOf(lines);
    await recordAudit(tx, admin, {
      action: 'product.correction-started',
      subject: 'product',
      subjectId: String(what.productId),
      after: {
        ...{ orders: lines.length, people },
        amountInCents: open.amount + open.tax + paid.amount + paid.tax,
        retailPrice: (what.rightPrice / 100).toFixed(2),
      },
      reason: why,
    });
    await enqueue(tx, correctionJob, { correctionId: id });
    await announce(tx, 'inventory');
    return succeed({ number: row.number, lines: lines.length });
  });
}

/** The number of the correction that the form with this key started; null if it has started none. */
async function startedBy(tx: Transaction, key: string): Promise<number | null> {
  const [row] = await tx
    .select({ number: priceCorrections.number })
    .from(priceCorrections)
    .where(eq(priceCorrections.key, key));
  return row?.number ?? null;
}
