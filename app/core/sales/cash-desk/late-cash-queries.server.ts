/**
 * Reads the cash of hand-overs without a network that arrived after the drawer they were made beside was closed (decision
 * 61). Known as long as the tablet's actions are stored, 30 days.
 */
import { sql } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { asDate, formatTime, instantOf, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import type { LateCash } from './late-cash.ts';

type Row = Omit<LateCash, 'closedAt'> & { closedAt: Date };

/** Of the drawers that were closed during these days. Checks no permission. */
export async function lateCashOf(
  tx: Pick<Transaction, 'execute'>,
  { from, to, zone }: { from: Date; to: Date; zone: string },
): Promise<LateCash[]> {
  const { rows } = await tx.execute<Row>(sql`
    select closed.number as drawer, closed.closed_at as "closedAt", sum(made.owed)::float8 as amount,
      counting.number as "countsIn"
    from offline_actions as action
      join orders on orders.order_id = action.order_number
      join hand_overs as made on made.order_id = orders.id
      join drawer_sessions as closed
        on closed.opened_at <= action.done_at and action.done_at < closed.closed_at
      left join drawer_sessions as counting on counting.id = orders.drawer_session_id
    where action.kind = 'hand-over' and action.created_at >= ${from}::timestamptz and made.owed > 0
      and orders.drawer_session_id is distinct from closed.id
      and closed.closed_at >= ${from}::timestamptz and closed.closed_at < ${to}::timestamptz
    group by closed.number, closed.closed_at, counting.number order by closed.number, counting.number`);
  return rows.map(({ closedAt, ...row }) => ({
    ...row,
    closedAt: formatTime(instantOf(new Date(closedAt)), zone),
  }));
}

/** Of the drawers that were closed today. Checks no permission: for pages of staff. */
export async function readLateCash(now = systemClock()): Promise<LateCash[]> {
  const { zone } = (await readSettings()).store;
  const today = storeDate(now, zone);
  const [from, to] = [startOfDay(today, zone), startOfDay(today.add({ days: 1 }), zone)];
  return lateCashOf(database(), { from: asDate(from), to: asDate(to), zone });
}
