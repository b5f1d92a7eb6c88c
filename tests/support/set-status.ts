/** Sets an order's status without the steps to it. Every unit of a ready order is in its bag. */
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import type { OrderStatus } from '#kernel/statuses.ts';

/** @param number as people read it: 'ORD042' */
export async function setStatus(db: Database, number: string, status: OrderStatus): Promise<void> {
  await db.update(orders).set({ status }).where(eq(orders.orderId, number));
  if (status === 'ready')
    await db.execute(sql`
      update reservation_lots as share set packed = share.quantity
      from order_items as line join orders on orders.id = line.order_id
      where share.reservation_id = line.reservation_id and share.lot_id is not null and orders.order_id = ${number}`);
}
