/** Loads what stands over a whole day at the counter: a closure of today, recalls under way, and printers. It checks no permission. */
import { and, asc, desc, eq, gte, lte } from 'drizzle-orm';
import { closureHoursWords } from '#core/sales/closures/closure.ts';
import { readPrintingNotices } from '#core/sales/printing/printers-queries.server.ts';
import { database } from '#db/client.ts';
import { closures } from '#db/schema/closures.ts';
import { recallLots, recalls } from '#db/schema/recalls.ts';
import { lots } from '#db/schema/stock.ts';
import type { StoreDate } from '#kernel/time.ts';
import type { BoardNotices } from '../day/board.ts';

/** The caller has checked that the actor may manage orders. @param today store-local */
export async function readBoardNotices(today: StoreDate): Promise<BoardNotices> {
  const day = today.toString();
  const [[closure], rows, printing] = await Promise.all([
    database()
      .select({ number: closures.number, reason: closures.reason, days: closures.days })
      .from(closures)
      .where(and(eq(closures.status, 'active'), lte(closures.firstDay, day), gte(closures.lastDay, day)))
      .orderBy(desc(closures.number))
      .limit(1),
    database()
      .select({
        ...{ id: recalls.id, number: recalls.number, title: recalls.title },
        batch: lots.batchNumber,
      })
      .from(recalls)
      .innerJoin(recallLots, eq(recallLots.recallId, recalls.id))
      .innerJoin(lots, eq(lots.id, recallLots.lotId))
      .where(and(eq(recalls.status, 'active'), eq(recalls.isExercise, false)))
      .orderBy(desc(recalls.number), asc(lots.id)),
    readPrintingNotices(),
  ]);
  const hours = closure?.days.find(({ date }) => date === day)?.after;
  return {
    printing,
    closure:
      closure && hours
        ? { number: closure.number, reason: closure.reason, hours: closureHoursWords(hours) }
        : null,
    recalls: [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((all) => {
      const [first] = all;
      return first
        ? [{ id: first.id, number: first.number, title: first.title, batches: all.map(({ batch }) => batch) }]
        : [];
    }),
  };
}
