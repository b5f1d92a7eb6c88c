/** Takes back units of a recalled lot: they stay set aside in it. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { lockLot } from './lots/change-lot.server.ts';
import { moveStock } from './move-stock.server.ts';

/**
 * Returns the number of the order that the units were sold with; null for a reservation handed over without one. Refuses more units than were sold and have not come
 * back, with the number that can; also a lot that is not recalled, whose units could go on sale again.
 */
export async function takeBackUnits(
  tx: Transaction,
  { reservationId, lotId, units }: { reservationId: string; lotId: number; units: number },
  cause: { actorId: string; note: string },
): Promise<Result<{ orderNumber: string | null }, { left: number }>> {
  const lot = await lockLot(tx, lotId);
  if (lot?.status !== 'recalled') return refuse({ left: 0 });
  const { rows } = await tx.execute<{ orderId: string | null; orderNumber: string | null; left: number }>(sql`
    select orders.id as "orderId", orders.order_id as "orderNumber",
      share.quantity - coalesce((
        select sum(ledger.on_hand_change + ledger.set_aside_change) from stock_ledger as ledger
        where ledger.lot_id = share.lot_id and ledger.reason = 'return'
          and coalesce(ledger.order_id, ledger.reservation_id) = coalesce(orders.id, share.reservation_id)
      ), 0)::int as left
    from reservation_lots as share
    left join order_items as item on item.reservation_id = share.reservation_id
    left join orders on orders.id = item.order_id
    where share.reservation_id = ${reservationId} and share.lot_id = ${lotId} and share.sold`);
  const [sale] = rows;
  if (!sale || units > sale.left) return refuse({ left: Math.max(0, sale?.left ?? 0) });
  await moveStock(
    tx,
    [
      {
        productId: lot.productId,
        lotId,
        onHand: 0,
        held: 0,
        setAside: units,
        reason: 'return',
        // An order's returns are found by the order; its reservations stay sold.
        reservationId: sale.orderId === null ? reservationId : null,
        orderId: sale.orderId,
        note: cause.note,
      },
    ],
    cause.actorId,
  );
  return succeed({ orderNumber: sale.orderNumber });
}
