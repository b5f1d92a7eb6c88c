/**
 * What a customer does at the link of a closure's message, without signing in: move or cancel an order. Locks follow the
 * order in docs/locks.md.
 */
import { and, eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { countEvents } from '#core/ground/events/count-events.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { writePickup } from '#core/sales/orders/hand-over/move-pickup.server.ts';
import { MOST_MOVES } from '#core/sales/orders/hand-over/pickup-move.ts';
import {
  type LockedOrder,
  lockOrder,
  writeOrderStatus,
} from '#core/sales/orders/write-order-status.server.ts';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { closureOrders, closurePeople, closures } from '#db/schema/closures.ts';
import { users } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { readInstant, storeDate, systemClock } from '#kernel/time.ts';
import { closedOrderState } from './closed-orders-queries.server.ts';
import { isLinkOver, type LinkProblem } from './closure.ts';
import { readClosureToken } from './closure-link.server.ts';
import { mayCancelByLink, mayMoveByLink } from './closure-notice-queries.server.ts';

/**
 * Moves one of the customer's orders of the closure to an offered time; moving to the current time changes nothing, so
 * pressing twice is not an error. Refused: a link we did not sign or that is too old, another customer's order, a banned
 * customer, an order that has ended or whose new time has come, and whatever a move is refused for. A move away from
 * the closed time does not count toward the moves a customer has.
 */
export function moveClosedOrder(
  token: string,
  { order: orderNumber, slotStartsAt }: { order: string; slotStartsAt: string },
  now = systemClock(),
): Promise<Result<{ changed: boolean }, LinkProblem>> {
  const wanted = readInstant(slotStartsAt);
  return onClosedOrder<{ changed: boolean }>(
    token,
    orderNumber,
    now,
    async (tx, { order, settings, isAtClosedTime }) => {
      if (!wanted) return refuse({ kind: 'slot-missing' });
      if (order.pickupStartsAt?.getTime() === wanted.epochMilliseconds) return succeed({ changed: false });
      if (!isAtClosedTime && (await countEvents(tx, order.id, 'order-moved')) >= MOST_MOVES)
        return refuse({ kind: 'moved-often' });
      const moved = await writePickup(tx, order, wanted, { actorId: order.userId, settings, now });
      return moved.ok ? succeed({ changed: true }) : moved;
    },
  );
}

/** Cancels one of the customer's orders of the closure. Refused as a move is, and an order that is paid. */
export function cancelClosedOrder(
  token: string,
  orderNumber: string,
  now = systemClock(),
): Promise<Result<null, LinkProblem>> {
  return onClosedOrder<null>(token, orderNumber, now, async (tx, { order, settings }) => {
    if (!mayCancelByLink(order)) return refuse({ kind: 'link-over' });
    const { zone } = settings.store;
    const ended = await writeOrderStatus(tx, order, 'cancelled', { actorId: order.userId, now, zone });
    return ended.ok ? succeed(null) : refuse({ kind: 'link-over' });
  });
}

type Found = { order: LockedOrder; settings: Settings; isAtClosedTime: boolean };

/** Locks the order of a link and runs `work` on it; a refusal rolls back. */
async function onClosedOrder<T>(
  token: string,
  orderNumber: string,
  now: Temporal.Instant,
  work: (tx: Transaction, found: Found) => Promise<Result<T, LinkProblem>>,
): Promise<Result<T, LinkProblem>> {
  const number = readClosureToken(token);
  if (number === null) return refuse({ kind: 'not-found' });
  const known = await readSettings();
  return inTransactionOr<Result<T, LinkProblem>>(async (tx, abandon) => {
    const settings = await holdSettings(tx, known);
    const link = await findLink(tx, number, orderNumber);
    if (!link) return refuse({ kind: 'not-found' });
    if (isLinkOver(link.lastDay, storeDate(now, settings.store.zone))) return refuse({ kind: 'link-over' });
    const customer = await lockCustomer(tx, link);
    const order = await lockOrder(tx, orderNumber);
    if (order?.userId !== link.userId) return refuse({ kind: 'not-found' });
    const state = closedOrderState(
      { status: order.status, startsAt: order.pickupStartsAt },
      link.oldStartsAt,
    );
    const mayMove = mayMoveByLink({ state, startsAt: order.pickupStartsAt }, now.epochMilliseconds);
    if (customer.isBanned || !mayMove) return refuse({ kind: 'link-over' });
    const done = await work(tx, { order, settings, isAtClosedTime: state === 'open' });
    return done.ok ? done : abandon(done);
  });
}

/** null unless the order is one of this customer's in the closure. */
async function findLink(tx: Transaction, number: number, orderNumber: string) {
  const [link] = await tx
    .select({
      userId: users.id,
      name: users.name,
      lastDay: closures.lastDay,
      oldStartsAt: closureOrders.startsAt,
    })
    .from(closurePeople)
    .innerJoin(closures, eq(closures.id, closurePeople.closureId))
    .innerJoin(closureOrders, eq(closureOrders.personNumber, closurePeople.number))
    .innerJoin(orders, eq(orders.id, closureOrders.orderId))
    .innerJoin(users, eq(users.id, closurePeople.userId))
    .where(and(eq(closurePeople.number, number), eq(orders.orderId, orderNumber)));
  return link ?? null;
}
