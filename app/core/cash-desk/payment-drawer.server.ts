/** Finds the drawer that cash goes into or comes out of, for a payment and for a refund. */
import { sql } from 'drizzle-orm';
import { shareCashDrawer } from '#db/advisory-locks.ts';
import { type Transaction, together } from '#db/client.ts';
import { statement } from '#db/statement.ts';

const readOpen = statement<{ id: string }>(sql`select id from drawer_sessions where closed_at is null`);

/**
 * The open drawer, which stays open until the caller commits: what closes it waits, and counts the caller's cash. null if
 * none is open; then the cash counts as outside a drawer.
 */
export async function drawerOfPayment(tx: Transaction): Promise<string | null> {
  const [, [open]] = await together(shareCashDrawer(tx), readOpen(tx));
  return open?.id ?? null;
}
