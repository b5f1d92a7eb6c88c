/** Ticks off a scanned unit that must leave an order's bag: it is not the order's any more. */
import { eq } from 'drizzle-orm';
import { putBackOne } from '#core/goods/stock/put-back/put-back-units.server.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { refuse } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import type { ScannedCode } from '../scan/scanned-code.ts';
import { readBag } from './bag-queries.server.ts';
import { readNamed } from './scanned-goods-queries.server.ts';
import { rowToTakeOut } from './units-to-take-out.ts';

/**
 * Refuses a code of goods that need not leave the bag.
 * @param input `key`: a uuid of this scan; sent again, it ticks nothing more
 */
export async function takeOutScanned(
  actor: Actor,
  { orderId, code, key }: { orderId: string; code: ScannedCode; key: string },
  now = systemClock(),
): ReturnType<typeof putBackOne> {
  if (!may(actor, 'orders.manage')) return refuse({ kind: 'not-allowed' });
  const [order] = await database().select({ id: orders.id }).from(orders).where(eq(orders.orderId, orderId));
  const rows = order ? ((await readUnitsOut(database(), [order.id])).get(order.id) ?? []) : [];
  if (!order || rows.length === 0) return refuse({ kind: 'not-found' });
  const named = await readNamed(database(), code, order.id);
  const row =
    named.kind === 'goods' ? rowToTakeOut(rows, named.goods, await readBag(database(), order.id)) : null;
  return row ? putBackOne(actor, { id: row.id, key }, now) : refuse({ kind: 'not-found' });
}
