/** Reminds admins of upcoming dates, every store day. Safe to repeat: each reminder goes out once. */
import { and, eq, isNull } from 'drizzle-orm';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readAdminIds } from '#core/ground/notifications/admins-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { dateReminders, storeDates } from '#db/schema/dates.ts';
import { parseDate, systemClock } from '#kernel/time.ts';
import { owedReminders } from './store-date.ts';

/**
 * Records the reminders due today, with at most one event per date and admin: if several reminder days have passed at
 * once (the shop was down, or the date was entered late), they send one reminder.
 * @param now set by tests.
 */
export async function remindOfDates(now = systemClock()): Promise<void> {
  const { today } = await storeClock(now);
  const open = await database().select().from(storeDates).where(isNull(storeDates.doneAt));
  for (const { id, dueOn, reminderDays } of open) {
    const due = parseDate(dueOn);
    const owed = due ? owedReminders(due, reminderDays, today) : [];
    if (owed.length > 0) await remind(id, dueOn, owed);
  }
}

async function remind(dateId: string, dueOn: string, owed: readonly number[]): Promise<void> {
  await inTransaction(async (tx) => {
    // A concurrent run waits here and sees what the first has written. If the date is done or moved by now, nothing is
    // due.
    const [row] = await tx
      .select({ id: storeDates.id })
      .from(storeDates)
      .where(and(eq(storeDates.id, dateId), eq(storeDates.dueOn, dueOn), isNull(storeDates.doneAt)))
      .for('no key update');
    if (!row) return;
    const written = await tx
      .insert(dateReminders)
      .values(owed.map((daysBefore) => ({ dateId, dueOn, daysBefore })))
      .onConflictDoNothing()
      .returning({ daysBefore: dateReminders.daysBefore });
    if (written.length === 0) return;
    for (const userId of await readAdminIds(tx))
      await recordEvent(tx, { kind: 'date-due', userId, dateId, dueOn }, null);
  });
}
