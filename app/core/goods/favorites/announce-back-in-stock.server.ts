/**
 * Notifies waiting people when units of a sold-out product come back, in the order in which they asked and as many as
 * there are units: three units, the first three. They get a head start; what is left after it goes to the next in line.
 * One statement, so that two concurrent instances choose the same people and notify them once.
 */
import { sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { inTransaction } from '#db/client.ts';
import { stockAlerts } from '#db/schema/favorites.ts';
import { asDate, systemClock } from '#kernel/time.ts';

/** How long a unit counts as taken by a person who was notified and has not reserved. */
const HEAD_START_HOURS = 3;
/** How many days the record of a notification stays. */
const KEPT_DAYS = 30;

/** Chooses and records who is notified now; returns how many. Runs every minute. */
export async function announceBackInStock(now: Temporal.Instant = systemClock()): Promise<number> {
  const moment = asDate(now);
  return inTransaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      with room as (
        select s.product_id, s.on_hand - s.held - (
          select count(*) from stock_alerts told
          where told.product_id = s.product_id
            and told.notified_at > ${moment}::timestamptz - make_interval(hours => ${HEAD_START_HOURS})
            and not exists (
              select from pickup_reservations r
              where r.user_id = told.user_id and r.product_id = told.product_id and r.created_at >= told.notified_at
            )
        ) as units
        from (select distinct product_id from stock_alerts where notified_at is null) wanted
        join product_stock s on s.product_id = wanted.product_id and s.on_hand > s.held
        join products p on p.id = s.product_id and p.for_sale and p.archived_at is null
      ), line as (
        select a.id, a.product_id, row_number() over (partition by a.product_id order by a.created_at, a.id) as place
        from stock_alerts a
        left join customer_profiles c on c.user_id = a.user_id
        where a.notified_at is null and c.is_banned is not true
      )
      update ${stockAlerts} set notified_at = ${moment}
      from line join room on room.product_id = line.product_id
      where stock_alerts.id = line.id and stock_alerts.notified_at is null and line.place <= room.units
      returning stock_alerts.id`);
    for (const { id } of rows) await recordEvent(tx, { kind: 'back-in-stock', alertId: id }, null);
    return rows.length;
  });
}

/** Deletes old alerts that are no longer needed. */
export async function cleanUpStockAlerts(): Promise<void> {
  await inTransaction((tx) =>
    tx
      .delete(stockAlerts)
      .where(sql`${stockAlerts.notifiedAt} < now() - make_interval(days => ${KEPT_DAYS})`),
  );
}
