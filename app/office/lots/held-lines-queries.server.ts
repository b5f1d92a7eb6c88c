/** Reads the reservations that hold units of a lot, so that staff can choose which of them go without. */
import { sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { EMAIL_NOT_CONFIRMED } from '#core/sales/orders/reservations/sign-up-hold.ts';
import { database } from '#db/client.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

export type HeldLine = {
  reservationId: string;
  /** 'ORD042'; null for a reservation without an order. */
  orderId: string | null;
  customer: string;
  units: number;
  /** 'Nov 24, 2026 2:00 PM'; null while no time is chosen. */
  pickup: string | null;
};

const LINES_SHOWN = 200;

/** Earliest pickup first. Empty for users who may not count stock. */
export async function readHeldLines(actor: Actor, lotId: number, zone: string): Promise<HeldLine[]> {
  if (!may(actor, 'inventory.see')) return [];
  const { rows } = await database().execute<Omit<HeldLine, 'pickup'> & { at: string | null }>(sql`
    select reservation.id as "reservationId", orders.order_id as "orderId",
      coalesce(users.name, ${EMAIL_NOT_CONFIRMED}) as customer, share.quantity as units,
      reservation.pickup_time as at
    from reservation_lots as share
    join pickup_reservations as reservation on reservation.id = share.reservation_id
    left join users on users.id = reservation.user_id
    left join order_items as item on item.reservation_id = reservation.id
    left join orders on orders.id = item.order_id
    where share.lot_id = ${lotId} and not share.sold
    order by coalesce(reservation.pickup_time, reservation.hold_expires_at), reservation.id
    limit ${LINES_SHOWN}`);
  return rows.map(({ at, ...line }) => ({
    ...line,
    pickup: at === null ? null : formatDateTime(instantOf(new Date(at)), zone),
  }));
}
