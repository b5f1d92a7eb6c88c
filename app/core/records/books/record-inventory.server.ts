/** Records what the stock was worth at the end of each day that has ended, if it was not recorded yet. */
import { sql } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inLongTransaction } from '#db/client.ts';
import { type Clock, parseDate, storeDate, systemClock } from '#kernel/time.ts';
import { valuesOf } from './inventory-value-queries.server.ts';

/** How far back a shop's first run goes, in years. */
const FIRST_YEARS = 3;

/**
 * Yesterday at the wholesale prices of now, minutes after it ended. Days missed before that, such as all days before the
 * first run, are marked as late: the wholesale prices of then are not on file.
 */
export async function recordInventory(clock: Clock = systemClock): Promise<void> {
  const { zone } = (await readSettings()).store;
  const yesterday = storeDate(clock(), zone).subtract({ days: 1 });
  const { rows: recorded } = await database().execute(sql`
    select from inventory_by_day where day = ${yesterday.toString()}::date limit 1`);
  if (recorded.length > 0) return;
  await inLongTransaction(async (tx) => {
    const { rows } = await tx.execute<{ day: string | null }>(sql`
      select coalesce(
        (select max(day) + 1 from inventory_by_day),
        (select (min(created_at) at time zone ${zone})::date from stock_ledger)
      )::text as day`);
    const earliest = yesterday.subtract({ years: FIRST_YEARS });
    const missing = rows[0]?.day ? parseDate(rows[0].day) : null;
    if (!missing || missing.since(yesterday).sign > 0) return;
    const from = missing.since(earliest).sign < 0 ? earliest : missing;
    await tx.execute(sql`
      insert into inventory_by_day (day, tax_class, units, value, units_without_cost, is_late)
      select day, tax_class, units, value, without, day < ${yesterday.toString()}::date
      from (${valuesOf({ from, to: yesterday }, zone)}) as at_end
      on conflict do nothing`);
  });
}
