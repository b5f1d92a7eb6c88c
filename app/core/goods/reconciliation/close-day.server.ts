/** Closes a store-local day: what was open, and why. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { dayClosings } from '#db/schema/reconciliation.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { asDate, type StoreDate, systemClock } from '#kernel/time.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { reconciledDay } from './day-queries.server.ts';
import { type CloseProblem, dayProblem, LONGEST_NOTE, openIn } from './reconciliation.ts';

/** `seen`: the fingerprint of the figures on the person's page. */
export type DayToClose = { key: string; day: StoreDate; note: string; seen: string };

type Outcome = Result<{ open: number }, CloseProblem>;

const UNIQUE_VIOLATION = '23505';

/**
 * The same form, sent again, gets the same answer. A day may be closed again; both closings stay. Refuses actors who may
 * not manage inventory, a day to come, differences without a note, and figures that are not those the person has seen: of
 * two admins at once, the second is refused.
 */
export async function closeDay(actor: Actor, wanted: DayToClose, now = systemClock()): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const { zone, today } = await storeClock(now);
  const closing = asStaff<Outcome>(async (tx, actor) => {
    const { key, day } = wanted;
    const sent = await closedBy(tx, key);
    if (sent) return sent;
    const note = cleanText(wanted.note);
    const found = await reconciledDay(tx, day, zone);
    const open = openIn(found, found.file !== null);
    const problem = dayProblem(day, today) ?? noteProblem(note, open.length);
    if (problem) return refuse(problem);
    if (found.fingerprint !== wanted.seen) return refuse({ kind: 'changed' });
    const attempt = (found.closings[0]?.attempt ?? 0) + 1;
    await tx.insert(dayClosings).values({
      ...{ id: newId(), key, day: day.toString(), attempt, open, note },
      ...{ lots: found.lots.length, units: found.units, fileId: found.file?.id ?? null },
      ...{ closedBy: actor.userId, closedByName: actor.name, createdAt: asDate(now) },
    });
    await recordAudit(tx, actor, {
      action: 'day.closed',
      subject: 'store',
      subjectId: 'reconciliation',
      after: { days: [day.toString()], attempt, units: found.units, openDifferences: open.length },
      reason: note,
    });
    return succeed({ open: open.length });
  });
  const outcome = await closing.catch((error: unknown): Outcome => {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    return refuse({ kind: 'changed' });
  });
  if (outcome.ok || outcome.problem.kind !== 'changed') return outcome;
  // What changed may be this form's own closing, when it is sent twice at once.
  return (await closedBy(database(), wanted.key)) ?? outcome;
}

async function closedBy(reader: Pick<Transaction, 'select'>, key: string): Promise<Outcome | null> {
  const [sent] = await reader.select().from(dayClosings).where(eq(dayClosings.key, key));
  return sent ? succeed({ open: sent.open.length }) : null;
}

function noteProblem(note: string, open: number): CloseProblem | null {
  if (note.length > LONGEST_NOTE || !isPlainText(note)) return { kind: 'note-invalid' };
  return open > 0 && note === '' ? { kind: 'note-missing' } : null;
}
