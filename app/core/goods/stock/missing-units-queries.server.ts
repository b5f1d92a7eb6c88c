/** Reads missing units, which no lot has, and units to pack, which are in lots but not in the order's bag. */
import { type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

/** The number of a reservation's units that no lot has, as a column of a larger query. */
export function missingOf(reservationId: SQL): SQL<number> {
  return sql<number>`coalesce((
    select share.quantity from reservation_lots as share
    where share.reservation_id = ${reservationId} and share.lot_id is null
  ), 0)`;
}

/**
 * The number of a reservation's units that are in lots but not in its order's bag, as a column of a larger query. Only
 * an order that was marked ready has a bag.
 */
export function unpackedOf(reservationId: SQL): SQL<number> {
  return sql<number>`coalesce((
    select sum(share.quantity - share.packed) from reservation_lots as share
    where share.reservation_id = ${reservationId} and share.lot_id is not null
  ), 0)::int`;
}

/** A line of an order or a reservation with missing units. */
export type ShortLine = {
  reservationId: string;
  /** 'ORD042'; null for a reservation without an order. */
  orderId: string | null;
  /** null while a sign-up holds it. */
  customer: string | null;
  email: string | null;
  productId: number;
  product: string;
  quantity: number;
  /** Units that no lot has. */
  missing: number;
  /** 'Nov 24, 2026 2:00 PM'; null while no time is chosen. */
  pickup: string | null;
};

/**
 * Reads the lines that wait for a decision by staff because their lot left sale and no other replaced it;
 * earliest pickup first.
 */
export async function readShortLines(
  actor: Actor,
  { zone, limit }: { zone: string; limit: number },
): Promise<{ total: number; lines: ShortLine[] }> {
  if (!may(actor, 'backoffice.enter')) return { total: 0, lines: [] };
  const { rows } = await database().execute<
    Omit<ShortLine, 'pickup'> & { at: string | null; total: number }
  >(sql`
    select reservation.id as "reservationId", orders.order_id as "orderId", users.name as customer, users.email,
      products.id as "productId", products.name as product, reservation.quantity, short.quantity as missing,
      reservation.pickup_time as at, count(*) over ()::int as total
    from reservation_lots as short
    join pickup_reservations as reservation on reservation.id = short.reservation_id
    left join users on users.id = reservation.user_id
    join products on products.id = reservation.product_id
    left join order_items on order_items.reservation_id = reservation.id
    left join orders on orders.id = order_items.order_id
    where short.lot_id is null
    order by coalesce(reservation.pickup_time, reservation.hold_expires_at), reservation.id
    limit ${limit}`);
  return {
    total: rows[0]?.total ?? 0,
    lines: rows.map(({ at, total: _, ...line }) => ({
      ...line,
      pickup: at === null ? null : formatDateTime(instantOf(new Date(at)), zone),
    })),
  };
}
