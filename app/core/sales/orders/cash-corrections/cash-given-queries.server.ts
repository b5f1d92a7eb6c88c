/** Reads the cash of a hand-over as it is known now: with its last correction, if there is one. */
import { asc, eq } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { cashCorrections, handOvers, orders } from '#db/schema/orders.ts';
import { formatTime, instantOf } from '#kernel/time.ts';
import type { CashGiven } from './cash-correction.ts';

type Reader = Pick<Database | Transaction, 'select'>;

/** A correction; `before` is what the record said until then. */
export type ShownCorrection = CashGiven & {
  id: string;
  before: CashGiven;
  reason: string;
  by: string;
  at: Date;
};

export type CashOfHandOver = CashGiven & { owed: number; corrections: ShownCorrection[] };

/** null for an order without the record of its cash. In cents. @param orderId the row's id */
export async function readCashGiven(db: Reader, orderId: string): Promise<CashOfHandOver | null> {
  const [done] = await db.select().from(handOvers).where(eq(handOvers.orderId, orderId));
  if (!done) return null;
  const rows = await db
    .select()
    .from(cashCorrections)
    .where(eq(cashCorrections.orderId, orderId))
    .orderBy(asc(cashCorrections.createdAt), asc(cashCorrections.id));
  const { owed, cashReceived } = done;
  let now: CashGiven = { received: cashReceived, change: cashReceived - owed };
  const corrections = rows.map((row): ShownCorrection => {
    const before = now;
    now = { received: row.cashReceived, change: row.changeGiven };
    return { ...now, before, id: row.id, reason: row.reason, by: row.correctedByName, at: row.createdAt };
  });
  return { ...now, owed, corrections };
}

/** Of a drawer that is open: shown where it is counted. It tells nothing of what is expected. */
export type DrawerCorrection = {
  id: string;
  /** 'ORD042' */
  number: string;
  received: number;
  change: number;
  reason: string;
  by: string;
  /** '2:10 PM' */
  at: string;
};

/** Oldest first. @param drawerSessionId the drawer's row */
export async function readCorrectionsOfDrawer(drawerSessionId: string): Promise<DrawerCorrection[]> {
  const { zone } = (await readSettings()).store;
  const rows = await database()
    .select({ row: cashCorrections, number: orders.orderId })
    .from(cashCorrections)
    .innerJoin(orders, eq(orders.id, cashCorrections.orderId))
    .where(eq(cashCorrections.drawerSessionId, drawerSessionId))
    .orderBy(asc(cashCorrections.createdAt), asc(cashCorrections.id));
  return rows.map(({ row, number }) => ({
    ...{ id: row.id, number, received: row.cashReceived, change: row.changeGiven },
    ...{ reason: row.reason, by: row.correctedByName, at: formatTime(instantOf(row.createdAt), zone) },
  }));
}
