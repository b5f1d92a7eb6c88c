/**
 * Compares all stock with its ledger: a sum over the whole ledger is too much for every look at a page, and a long ledger
 * for every hour.
 */
import { sql } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inLongTransaction } from '#db/client.ts';
import { stockChecks } from '#db/schema/operations.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { lastStockCheck } from './watched-queries.server.ts';

/** Products that the finding names. */
const NAMED = 10;
/** Rows of a ledger that is summed every hour; a longer one is summed at this hour of the night. */
const SHORT_LEDGER = 500_000;
const NIGHT = 4;
const DAY_MS = 24 * 3_600_000;

/** Compares what is due. The task runs every hour. @param longest and `now` are set by tests. */
export async function compareStock(longest = SHORT_LEDGER, now = systemClock()): Promise<void> {
  const { zone } = (await readSettings()).store;
  const last = await lastStockCheck();
  const isNight = now.toZonedDateTimeISO(zone).hour === NIGHT;
  const isFresh = last !== null && now.epochMilliseconds - last.checkedAt.getTime() < DAY_MS;
  // PostgreSQL's own estimate, which costs nothing.
  const { rows } = await database().execute<{ length: number }>(
    sql`select reltuples::float8 as length from pg_class where oid = 'stock_ledger'::regclass`,
  );
  if (isNight || !isFresh || (rows[0]?.length ?? 0) <= longest) await checkStock(asDate(now));
}

/**
 * Counts products whose stock, or whose lots, are not the sum of their ledger. One statement, so that it sees one moment:
 * a sale writes both sides in one transaction.
 */
function checkStock(checkedAt: Date): Promise<void> {
  return inLongTransaction(async (tx) => {
    const { rows } = await tx.execute<{ products: number; productIds: number[] }>(sql`
      with of_lots as (
        select product_id, lot_id, sum(on_hand_change)::int as on_hand, sum(held_change)::int as held,
          sum(set_aside_change)::int as set_aside
        from stock_ledger group by 1, 2
      ), of_products as (
        select product_id, sum(on_hand) as on_hand, sum(held) as held from of_lots group by 1
      ), wrong as (
        select stock.product_id from product_stock as stock left join of_products as ledger using (product_id)
        where (stock.on_hand, stock.held) is distinct from (coalesce(ledger.on_hand, 0), coalesce(ledger.held, 0))
        union
        select lots.product_id from lots left join of_lots as ledger on ledger.lot_id = lots.id
        where (lots.on_hand, lots.held) is distinct from
          (coalesce(ledger.on_hand + ledger.set_aside, 0), coalesce(ledger.held, 0))
      )
      select (select count(*)::int from product_stock) as products,
        coalesce((select array_agg(product_id order by product_id) from wrong), '{}') as "productIds"`);
    const { products, productIds } = rows[0] ?? { products: 0, productIds: [] };
    const found = {
      checkedAt,
      ...{ products, mismatches: productIds.length, productIds: productIds.slice(0, NAMED) },
    };
    await tx.insert(stockChecks).values(found).onConflictDoUpdate({ target: stockChecks.isOnly, set: found });
  });
}
