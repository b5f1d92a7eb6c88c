/** Points saved views to another value of a filter, for a command that has checked the permission. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';

/**
 * Views of these lists that filter by `from` filter by `to` afterwards, both written as in an address: 'category=3'.
 * Returns how many.
 */
export async function moveViews(
  tx: Transaction,
  lists: readonly string[],
  from: string,
  to: string,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update saved_views set query = trim(both '&' from replace('&' || query || '&', '&' || ${from}::text || '&', '&' || ${to}::text || '&'))
    where list = any(${sql.param([...lists])}::text[])
      and '&' || query || '&' like '%&' || ${from}::text || '&%'`);
  return rowCount ?? 0;
}
