/** Reads closures for staff: one with its counts, its orders, and the work that is open. */
import { and, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { masked } from '#core/accounts/customers/reveal.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { SentOn } from '#core/ground/notifications/sent-by.ts';
import { sentOn } from '#core/ground/notifications/sent-on-queries.server.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { database } from '#db/client.ts';
import { byMoment, type Keyset, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { closureOrders, closurePeople, closures } from '#db/schema/closures.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orders } from '#db/schema/orders.ts';
import {
  type ClosureCall,
  type ClosurePersonStatus,
  type OrderStatus,
  orderStatuses,
} from '#kernel/statuses.ts';
import type { StoreDate } from '#kernel/time.ts';
import { type ClosedOrderState, closedOrderState } from './closed-orders-queries.server.ts';
import type { ClosureOrderListState } from './closure-orders.ts';

export type ClosureRecord = typeof closures.$inferSelect;

/** null if there is none, and for people who may not manage orders. */
export async function readClosure(actor: Actor, number: number): Promise<ClosureRecord | null> {
  if (!may(actor, 'orders.manage')) return null;
  const [row] = await database().select().from(closures).where(eq(closures.number, number));
  return row ?? null;
}

const ended = sql.raw(`('${orderStatuses.filter((status) => hasEnded(status)).join("','")}')`);
/** What became of an order, as in `closedOrderState`. With the tables' names: they are part of larger queries. */
const conditions: Readonly<Record<ClosedOrderState, SQL>> = {
  open: sql`(orders.status not in ${ended} and orders.pickup_starts_at is not distinct from closure_orders.starts_at)`,
  moved: sql`(orders.status not in ${ended} and orders.pickup_starts_at is distinct from closure_orders.starts_at)`,
  cancelled: sql`orders.status = 'cancelled'`,
  ended: sql`(orders.status in ${ended} and orders.status <> 'cancelled')`,
};

export type ClosureProgress = Record<ClosedOrderState, number> & {
  orders: number;
  people: number;
  /** Customers whose message is not sent yet; after an undo, of its message. */
  waiting: number;
};

export async function readClosureProgress(
  closure: Pick<ClosureRecord, 'id' | 'status'>,
): Promise<ClosureProgress> {
  const counts = Object.entries(conditions).map(
    ([state, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.identifier(state)}`,
  );
  const message = closure.status === 'active' ? closurePeople.status : closurePeople.undoneStatus;
  const [{ rows }, [people]] = await Promise.all([
    database().execute<ClosureProgress>(sql`
      select count(*)::int as orders, ${sql.join(counts, sql`, `)}
      from ${closureOrders} join ${orders} on ${orders.id} = ${closureOrders.orderId}
      where ${closureOrders.closureId} = ${closure.id}`),
    database()
      .select({
        people: sql<number>`count(*)::int`,
        waiting: sql<number>`count(*) filter (where ${message} in ('waiting', 'sending'))::int`,
      })
      .from(closurePeople)
      .where(eq(closurePeople.closureId, closure.id)),
  ]);
  const [progress] = rows;
  if (!progress || !people) throw new Error('counts are one row');
  return { ...progress, ...people };
}

export type ClosureOrderRow = {
  number: string;
  personNumber: number;
  customerId: string | null;
  customer: string;
  /** As on the order's page. */
  phone: string | null;
  status: OrderStatus;
  oldStartsAt: Date;
  oldEndsAt: Date | null;
  startsAt: Date | null;
  endsAt: Date | null;
  state: ClosedOrderState;
  message: ClosurePersonStatus;
  /** The channels of the message, with what became of it there. */
  channels: SentOn[];
  sentAt: Date | null;
  call: ClosureCall | null;
  calledAt: Date | null;
  calledByName: string | null;
};

const keyset: Keyset = byMoment(sql`${closureOrders.startsAt}`, sql`${closureOrders.orderId}`, false);

export const ROWS_ON_A_PAGE = 25;

/** One page of a closure's orders, by their closed pickup, phones masked. The caller has read the closure as the actor who asks. */
export async function readClosureOrders(
  closure: ClosureRecord,
  { filters: { state, find }, position }: ClosureOrderListState,
): Promise<KeysetPage<ClosureOrderRow>> {
  const page = await readKeysetPage(keyset, position, ROWS_ON_A_PAGE, ({ key, where, orderBy, limit }) =>
    database()
      .select({
        number: orders.orderId,
        personNumber: closureOrders.personNumber,
        customerId: closurePeople.userId,
        customer: orders.userName,
        phone: customerProfiles.phone,
        status: orders.status,
        oldStartsAt: closureOrders.startsAt,
        oldEndsAt: closureOrders.endsAt,
        startsAt: orders.pickupStartsAt,
        endsAt: orders.pickupEndsAt,
        message: closurePeople.status,
        channels: sentOn(closure.eventId, closurePeople.userId),
        sentAt: closurePeople.sentAt,
        call: closurePeople.call,
        calledAt: closurePeople.calledAt,
        calledByName: closurePeople.calledByName,
        key,
      })
      .from(closureOrders)
      .innerJoin(orders, eq(orders.id, closureOrders.orderId))
      .innerJoin(closurePeople, eq(closurePeople.number, closureOrders.personNumber))
      .leftJoin(customerProfiles, eq(customerProfiles.userId, closurePeople.userId))
      .where(
        and(
          eq(closureOrders.closureId, closure.id),
          state ? conditions[state as ClosedOrderState] : undefined,
          find
            ? sql`(${orders.userName} ilike ${likeText(find)} or ${orders.orderId} ilike ${likeText(find)})`
            : undefined,
          where,
        ),
      )
      .orderBy(...orderBy)
      .limit(limit),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      phone: masked(row.phone),
      state: closedOrderState(row, row.oldStartsAt),
    })),
  };
}

const likeText = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const ordersOf = (condition: SQL) => sql<number>`(select count(*)::int from closure_orders
  join orders on orders.id = closure_orders.order_id
  where closure_orders.closure_id = closures.id and ${condition})`;

/** The orders of a closure that still have their closed time, as a column of a larger query. */
export const openOrdersOf: SQL<number> = ordersOf(conditions.open);

export type ClosureWork = Pick<ClosureRecord, 'number' | 'firstDay' | 'lastDay' | 'reason'> & {
  orders: number;
  /** Orders that still have a closed time. */
  open: number;
};

/** Active closures with open orders, and those of today and later; newest first. Empty for people who may not. */
export async function readClosureWork(actor: Actor, today: StoreDate): Promise<ClosureWork[]> {
  if (!may(actor, 'orders.manage')) return [];
  // Older ones are few: their orders were moved, or ended.
  const since = today.subtract({ days: 60 }).toString();
  const rows = await database()
    .select({
      number: closures.number,
      firstDay: closures.firstDay,
      lastDay: closures.lastDay,
      reason: closures.reason,
      orders: ordersOf(sql`true`),
      open: openOrdersOf,
    })
    .from(closures)
    .where(and(eq(closures.status, 'active'), gte(closures.lastDay, since)))
    .orderBy(desc(closures.number))
    .limit(20);
  return rows.filter(({ open, lastDay }) => open > 0 || lastDay >= today.toString());
}

/** The number of the newest active closure of a day; null without one, and for people who may not manage orders. */
export async function readClosureOfDay(actor: Actor, day: StoreDate): Promise<number | null> {
  if (!may(actor, 'orders.manage')) return null;
  const date = day.toString();
  const [row] = await database()
    .select({ number: closures.number })
    .from(closures)
    .where(and(eq(closures.status, 'active'), lte(closures.firstDay, date), gte(closures.lastDay, date)))
    .orderBy(desc(closures.number))
    .limit(1);
  return row?.number ?? null;
}

/** The active closure that covers an order at its pickup time, with the customer in it; null without one. */
export async function readClosureOfOrder(
  orderId: string,
): Promise<{ number: number; reason: string; person: number } | null> {
  const [row] = await database()
    .select({ number: closures.number, reason: closures.reason, person: closureOrders.personNumber })
    .from(closureOrders)
    .innerJoin(closures, eq(closures.id, closureOrders.closureId))
    .innerJoin(orders, eq(orders.id, closureOrders.orderId))
    .where(and(eq(closureOrders.orderId, orderId), eq(closures.status, 'active'), conditions.open))
    .orderBy(desc(closures.number))
    .limit(1);
  return row ?? null;
}
