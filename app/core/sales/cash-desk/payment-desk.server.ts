/** Finds the drawer that cash goes into or comes out of, and whether it is rounded: for a payment and for a refund. */
import { sql } from 'drizzle-orm';
import { parseGroup } from '#core/ground/settings/settings-queries.server.ts';
import { shareCashDrawer } from '#db/advisory-locks.ts';
import { type Transaction, together } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/** `drawerSessionId` is null if no drawer is open; then the cash counts as outside a drawer. */
export type PaymentDesk = { drawerSessionId: string | null; roundsCash: boolean };

const readDesk = statement<{ id: string | null; cash: unknown }>(sql`
  select (select id from drawer_sessions where closed_at is null) as id,
    (select value from store_settings where name = 'cash') as cash`);

/**
 * The open drawer and the setting stay as they are until the caller commits: who closes the drawer or saves the settings of
 * cash waits, and counts the caller's cash.
 */
export async function paymentDesk(tx: Transaction): Promise<PaymentDesk> {
  const [, [desk]] = await together(shareCashDrawer(tx), readDesk(tx));
  return {
    drawerSessionId: desk?.id ?? null,
    roundsCash: parseGroup('cash', desk?.cash ?? {}).roundsCash,
  };
}
