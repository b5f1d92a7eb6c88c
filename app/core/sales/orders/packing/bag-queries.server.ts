/** Reads what orders' bags have and need, line by line. */
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import type { BagLine } from './unit-to-pack.ts';

type Reads = Pick<Database | Transaction, 'execute'>;

/**
 * The lines in the order in which they were added, each with its lots, first to expire first. Final until commit if read
 * under the lock on the products' stock.
 * @param orderId the order's uuid
 */
export async function readBag(db: Reads, orderId: string): Promise<BagLine[]> {
  return (await readBags(db, [orderId])).get(orderId) ?? [];
}

/** The same of several orders, by their uuids. */
export async function readBags(db: Reads, orderIds: readonly string[]): Promise<Map<string, BagLine[]>> {
  const { rows } = await db.execute<BagLine & { orderId: string }>(sql`
    select item.order_id as "orderId", item.reservation_id as "reservationId", item.product_id as "productId",
      item.product_name as name, products.size, item.quantity,
      coalesce((select share.quantity from reservation_lots as share
        where share.reservation_id = item.reservation_id and share.lot_id is null), 0) as missing,
      (select coalesce(json_agg(json_build_object('lotId', lot.id, 'batchNumber', lot.batch_number,
          'expiresOn', lot.expires_on, 'shelfPlace', lot.shelf_place, 'quantity', share.quantity,
          'packed', share.packed) order by lot.expires_on, lot.id), '[]')
        from reservation_lots as share join lots as lot on lot.id = share.lot_id
        where share.reservation_id = item.reservation_id) as lots
    from order_items as item join products on products.id = item.product_id
    where item.order_id = any(${sql.param([...orderIds])}::uuid[])
    order by item.order_id, item.position`);
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([id, own]) => [id, own.map(({ orderId: _, ...line }) => line)]));
}

/** A unit in the bag that someone packed by itself. */
export type BagUnit = {
  id: string;
  reservationId: string;
  lotId: number;
  batchNumber: string;
  retailUnit: string | null;
  packedBy: string;
  /** Milliseconds since 1970. */
  packedAt: number;
};

/** The units in the orders' bags that were packed one by one, oldest first. @param orderIds the orders' uuids */
export async function readBagUnits(db: Reads, orderIds: readonly string[]): Promise<BagUnit[]> {
  const { rows } = await db.execute<BagUnit>(sql`
    select unit.id, unit.reservation_id as "reservationId", unit.lot_id as "lotId", lot.batch_number as "batchNumber",
      unit.retail_unit as "retailUnit", unit.packed_by_name as "packedBy",
      (extract(epoch from unit.created_at) * 1000)::float8 as "packedAt"
    from order_items as item
    join packed_units as unit on unit.reservation_id = item.reservation_id
    join lots as lot on lot.id = unit.lot_id
    where item.order_id = any(${sql.param([...orderIds])}::uuid[])
    order by unit.created_at, unit.id`);
  return rows;
}
