/** Reports to the state's system as the planner writes them, for tests of what people see of them. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { lots, stockLedger } from '#db/schema/stock.ts';
import { stateActRows, stateActs, stateReporting } from '#db/schema/tracking.ts';

type Wanted = Partial<typeof stateActs.$inferInsert>;

/** The shop reports since this day. */
export async function isReporting(db: Database, fromDay = '2026-11-01'): Promise<void> {
  const on = { isOn: true, fromDay, changedByName: 'Ada Owner' };
  await db.insert(stateReporting).values(on).onConflictDoUpdate({ target: stateReporting.id, set: on });
}

/** An act with these columns; without more a sale that waits. */
export async function anAct(db: Database, wanted: Wanted = {}): Promise<number> {
  const [act] = await db
    .insert(stateActs)
    .values({ source: `test ${randomUUID()}`, kind: 'sale', happenedAt: new Date(), ...wanted })
    .returning({ id: stateActs.id });
  return act?.id ?? 0;
}

/** One that the state's system refused in these words. */
export const aTask = (db: Database, answer: string, wanted: Wanted = {}): Promise<number> =>
  anAct(db, { status: 'refused', tries: 1, triedAt: new Date(), answer, ...wanted });

/** Lets the act report the newest row of the lot's ledger. */
export async function reportNewest(db: Database, actId: number, lotId: number): Promise<void> {
  const rows = await db.select({ id: stockLedger.id }).from(stockLedger).where(eq(stockLedger.lotId, lotId));
  const ledgerId = Math.max(...rows.map(({ id }) => id));
  await db.insert(stateActRows).values({ ledgerId, actId, lotId });
}

/** The product's only lot. */
export async function lotOf(db: Database, productId: number): Promise<number> {
  const [lot] = await db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
  return lot?.id ?? 0;
}
