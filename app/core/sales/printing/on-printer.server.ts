/** Opens the transaction of a printer's request: by the token in its address, one request of a printer after the other. */
import { and, eq, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { printers } from '#db/schema/printing.ts';
import type { PaperState } from '#kernel/statuses.ts';
import { announce } from '#platform/live/announce.ts';
import type { RollMaker } from './encode-roll.ts';

export type StoredPrinter = typeof printers.$inferSelect;
/** The token in the address that was asked, and whose protocol was spoken there. */
export type PrinterAddress = { token: string; maker: RollMaker };

/** 26 letters and digits; whatever else comes is looked up nowhere. */
const TOKEN = /^[a-z2-7]{26}$/;
/** How old the noted contact may be before it is written again: printers ask every few seconds. */
const NOTED_SECONDS = 20;

/** null for a token that no printer of this maker has, and for one of a tablet. The work gets the printer under lock. */
export async function onPrinter<T>(
  { token, maker }: PrinterAddress,
  work: (tx: Transaction, printer: StoredPrinter) => Promise<T>,
): Promise<T | null> {
  if (!TOKEN.test(token)) return null;
  return inTransaction<T | null>(async (tx) => {
    const [printer] = await tx
      .select()
      .from(printers)
      .where(and(eq(printers.token, token), eq(printers.maker, maker), eq(printers.connection, 'network')))
      .for('no key update');
    return printer ? work(tx, printer) : null;
  });
}

/** Notes that it asked, and what it said of its paper; null if it said nothing. */
export async function noteContact(
  tx: Transaction,
  printer: StoredPrinter,
  said: PaperState | null,
  now: Date,
): Promise<void> {
  const paper = said ?? printer.paper;
  const isNews = printer.isAway || paper !== printer.paper || printer.lastContactAt === null;
  const age = now.getTime() - (printer.lastContactAt?.getTime() ?? 0);
  if (!isNews && age < NOTED_SECONDS * 1000) return;
  await tx
    .update(printers)
    .set({ lastContactAt: now, paper, isAway: false })
    .where(eq(printers.id, printer.id));
  if (isNews) await tellPages(tx);
}

/** The board, and the page of printers. */
export async function tellPages(tx: Transaction): Promise<void> {
  await announce(tx, 'orders', 'operations');
}

/** Seconds before a moment, for a comparison with a column. */
export const before = (now: Date, seconds: number) =>
  sql`${new Date(now.getTime() - seconds * 1000).toISOString()}::timestamptz`;
