/** Cancels a customer's own order, while that is allowed. */

import type { Actor } from '#core/ground/access/actor.ts';
import { onceForKey } from '#core/ground/access/keyed-request.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inTransactionOr } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { instantOf, systemClock } from '#kernel/time.ts';
import { mayCustomerCancel } from './order.ts';
import { lockOrder, writeOrderStatus } from './write-order-status.server.ts';

export type CancelProblem = { kind: 'not-found' } | { kind: 'too-late' };

type Outcome = Result<{ orderId: string }, CancelProblem>;

export function cancelMessage(problem: CancelProblem): string {
  return problem.kind === 'not-found'
    ? 'We could not find that order.'
    : 'This order can no longer be canceled here. Please call us.';
}

/**
 * Cancels an order by the number people read ('ORD042'). Another customer's order is not found. An order that
 * is already canceled stays canceled: clicking twice is not an error.
 */
export async function cancelOrder(actor: Actor, orderId: string, now = systemClock()): Promise<Outcome> {
  if (actor.kind !== 'user' || actor.isBanned) return refuse({ kind: 'not-found' });
  const { zone } = (await readSettings()).store;
  return inTransactionOr<Outcome>((tx, abandon) =>
    onceForKey<Outcome>(tx, actor, abandon, async () => {
      const order = await lockOrder(tx, orderId);
      if (order?.userId !== actor.userId) return refuse({ kind: 'not-found' });
      if (order.status === 'cancelled') return succeed({ orderId });
      const { status, paymentStatus } = order;
      const pickupStartsAt = order.pickupStartsAt ? instantOf(order.pickupStartsAt) : null;
      if (!mayCustomerCancel({ status, paymentStatus, pickupStartsAt }, now))
        return refuse({ kind: 'too-late' });
      const ended = await writeOrderStatus(tx, order, 'cancelled', { actorId: actor.userId, now, zone });
      return ended.ok ? succeed({ orderId }) : abandon(refuse({ kind: 'too-late' }));
    }),
  );
}
