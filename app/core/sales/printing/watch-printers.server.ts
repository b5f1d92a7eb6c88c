/** Notices printers that no longer ask, and papers whose printer never said what became of them; deletes old papers. */
import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { before, tellPages } from './on-printer.server.ts';
import { AWAY_SECONDS, PRINT_SECONDS, STORED_DAYS } from './printing.ts';

/** Every minute. A printer that never asked is not away. */
export async function watchPrinters(clock = systemClock): Promise<void> {
  const now = asDate(clock());
  const left = and(eq(printers.isAway, false), lt(printers.lastContactAt, before(now, AWAY_SECONDS)));
  const lost = and(
    eq(printJobs.status, 'sent'),
    isNotNull(printJobs.takenAt),
    lt(printJobs.takenAt, before(now, PRINT_SECONDS)),
  );
  await inTransaction(async (tx) => {
    const away = await tx.update(printers).set({ isAway: true }).where(left).returning({ id: printers.id });
    const lostOpenings = and(lost, eq(printJobs.kind, 'drawer'));
    await tx.delete(printJobs).where(lostOpenings);
    const asked = await tx
      .update(printJobs)
      .set({ status: 'asked' })
      .where(lost)
      .returning({ id: printJobs.id });
    if (away.length + asked.length > 0) await tellPages(tx);
  });
}

/** Once a day. */
export async function cleanUpPrintJobs(clock = systemClock): Promise<void> {
  const now = asDate(clock());
  await database()
    .delete(printJobs)
    .where(lt(printJobs.createdAt, before(now, STORED_DAYS * 86_400)));
}
