/** Reads the units in a bag that are no longer its order's: rows of `put_backs` that no one ticked off. */
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots, putBacks } from '#db/schema/stock.ts';
import type { UnitsOut } from './put-back.ts';

/** Whether any are in the bag of an order, by its id; for lists. Meaningful for open orders only. */
export const hasUnitsOut = (orderId: SQL): SQL<boolean> => sql<boolean>`exists (
  select 1 from put_backs where put_backs.order_id = ${orderId} and put_backs.done_at is null)`;

/**
 * By the id of their order. Final until commit if read under the lock on the stock of the order's products: whatever takes
 * units out of a bag has it.
 */
export async function readUnitsOut(
  db: Pick<Database | Transaction, 'select'>,
  orderIds: readonly string[],
): Promise<Map<string, UnitsOut[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({
      orderId: putBacks.orderId,
      out: {
        id: putBacks.id,
        units: putBacks.units,
        productId: products.id,
        name: products.name,
        size: products.size,
        lotId: lots.id,
        batchNumber: lots.batchNumber,
        lotStatus: lots.status,
        shelfPlace: lots.shelfPlace,
      },
    })
    .from(putBacks)
    .innerJoin(lots, eq(lots.id, putBacks.lotId))
    .innerJoin(products, eq(products.id, lots.productId))
    .where(and(inArray(putBacks.orderId, [...orderIds]), isNull(putBacks.doneAt)))
    // Recalled units first.
    .orderBy(sql`${lots.status} = 'recalled' desc`, asc(putBacks.createdAt), asc(putBacks.id));
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([id, found]) => [id, found.map(({ out }) => out)]));
}
