/** Reads the open drawer, what it is expected to hold, and the drawer closed last. */
import { desc, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import type { DrawerCash } from './drawer.ts';

export type DrawerSession = typeof drawerSessions.$inferSelect;
type Reader = Pick<Transaction, 'select' | 'execute'>;

/** Final until the commit if read under the lock `cashDrawer`. */
export async function openSession(tx: Reader): Promise<DrawerSession | null> {
  const [open] = await tx.select().from(drawerSessions).where(isNull(drawerSessions.closedAt));
  return open ?? null;
}

/** The drawer closed last; null before the first closing. */
export async function lastClosed(tx: Reader): Promise<DrawerSession | null> {
  const [last] = await tx
    .select()
    .from(drawerSessions)
    .where(isNotNull(drawerSessions.closedAt))
    .orderBy(desc(drawerSessions.number))
    .limit(1);
  return last ?? null;
}

/** What moved in a drawer: its orders and refunds with their rounding and corrections, and its entries less those that were reversed. */
export async function drawerCash(tx: Reader, { id, float }: DrawerSession): Promise<DrawerCash> {
  const entries = (kind: string) => sql`(
    select coalesce(sum(case when corrects is null then amount else -amount end), 0)::float8
    from drawer_entries where session_id = ${id} and kind = ${kind})`;
  const { rows } = await tx.execute<Omit<DrawerCash, 'float'>>(sql`
    select
      (select coalesce(sum(total), 0)::float8 from orders where drawer_session_id = ${id}) as sales,
      (select coalesce(sum(amount), 0)::float8 from refunds where drawer_session_id = ${id}) as refunds,
      (select coalesce(sum(cash_rounding), 0)::float8 from orders where drawer_session_id = ${id})
        - (select coalesce(sum(cash_rounding), 0)::float8 from refunds where drawer_session_id = ${id}) as rounding,
      (select coalesce(sum(effect), 0)::float8 from cash_corrections where drawer_session_id = ${id}) as corrections,
      ${entries('pay-in')} as "payIns", ${entries('pay-out')} as "payOuts", ${entries('drop')} as drops`);
  const [moved] = rows;
  if (!moved) throw new Error('sums always have a row');
  return { float, ...moved };
}
