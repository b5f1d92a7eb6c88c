/** Reads free units in lots, and the lots that cover a reservation. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import type { Batch, FreeLot, UnitsInBuilding } from './lots.ts';

/**
 * The lots of a product with free units, first expiring first, as a column of a larger query. Units held by
 * the reservations `own` (a uuid[]) count as free.
 */
export function freeLotsOf(productId: SQL, own: SQL | null = null): SQL<FreeLot[]> {
  const free = own
    ? sql`lot.on_hand - lot.held + coalesce((select sum(share.quantity) from reservation_lots as share
        where share.reservation_id = any(${own}) and share.lot_id = lot.id and not share.sold), 0)`
    : sql`lot.on_hand - lot.held`;
  return sql<FreeLot[]>`(
    select coalesce(json_agg(json_build_object('lotId', lot.id, 'batchNumber', lot.batch_number,
      'expiresOn', lot.expires_on, 'free', ${free}) order by lot.expires_on, lot.id), '[]')
    from lots as lot
    where lot.product_id = ${productId} and lot.status = 'sellable' and ${free} > 0
  )`;
}

/** The lots that cover a reservation, as a column of a larger query. */
export function batchesOf(reservationId: SQL, units = sql`share.quantity`): SQL<Batch[]> {
  return sql<Batch[]>`(
    select coalesce(json_agg(json_build_object('number', lot.batch_number, 'quantity', ${units})
      order by lot.expires_on, lot.id), '[]')
    from reservation_lots as share join lots as lot on lot.id = share.lot_id
    where share.reservation_id = ${reservationId} and ${units} > 0
  )`;
}

/** The same, without the units in its order's bag. */
export const unpackedBatchesOf = (reservationId: SQL): SQL<Batch[]> =>
  batchesOf(reservationId, sql`(share.quantity - share.packed)`);

/** The same lots by id. */
export function lotIdsOf(reservationId: SQL): SQL<{ lotId: number; number: string }[]> {
  return sql<{ lotId: number; number: string }[]>`(
    select coalesce(json_agg(json_build_object('lotId', lot.id, 'number', lot.batch_number)
      order by lot.expires_on, lot.id), '[]')
    from reservation_lots as share join lots as lot on lot.id = share.lot_id
    where share.reservation_id = ${reservationId}
  )`;
}

/**
 * The lot that represents a product in a list and in a file, as a column of a larger query: of the lots with
 * units, the next one to sell; if none is on sale, one that is waiting, quarantined or off sale for good.
 * @param today store-local, yyyy-mm-dd
 */
export function shownLotOf<T>(column: SQL<T>, productId: SQL, today: string): SQL<T | null> {
  return sql<T | null>`(
    select ${column} from lots as lot where lot.product_id = ${productId} and lot.on_hand > 0
    order by ${lotRank(today)}, lot.expires_on, lot.id limit 1)`;
}

/** Lowest first: good on this day, waiting, quarantined, expired, recalled. */
function lotRank(today: string): SQL {
  return sql`case when lot.status = 'sellable' and (lot.expires_on is null or lot.expires_on >= ${today}::date) then 0
    when lot.status = 'untested' then 1 when lot.status = 'quarantined' then 2
    when lot.status = 'recalled' then 4 else 3 end`;
}

/** A product's units in lots off sale, by status, as a column of a larger query. */
export function offSaleUnitsOf(productId: SQL): SQL<OffSaleUnits> {
  const units = (status: LotStatus) =>
    sql`coalesce(sum(lot.on_hand) filter (where lot.status = ${status}), 0)`;
  return sql<OffSaleUnits>`(
    select json_build_object('untested', ${units('untested')}, 'quarantined', ${units('quarantined')},
      'recalled', ${units('recalled')}, 'expired', ${units('expired')})
    from lots as lot where lot.product_id = ${productId} and lot.status <> 'sellable')`;
}

type OffSaleUnits = Omit<UnitsInBuilding, 'forSale' | 'held'>;

/**
 * Reads free lots by product. The result holds until the transaction ends if the caller has locked the
 * products' stock.
 */
export async function readFreeLots(
  db: Pick<Database | Transaction, 'execute'>,
  productIds: readonly number[],
  own: readonly string[] = [],
): Promise<Map<number, FreeLot[]>> {
  if (productIds.length === 0) return new Map();
  const ofOwn = own.length === 0 ? null : sql`${sql.param([...own])}::uuid[]`;
  const { rows } = await db.execute<{ id: number; lots: FreeLot[] }>(sql`
    select product_id as id, ${freeLotsOf(sql.raw('product_stock.product_id'), ofOwn)} as lots
    from product_stock where product_id = any(${sql.param([...productIds])}::int[])`);
  return new Map(rows.map(({ id, lots }) => [id, lots]));
}
