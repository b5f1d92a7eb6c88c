/** Records that a customer is at the store, as they say on their order's page. */
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { inTransaction } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { hasEnded, isOrderNumber } from '../order.ts';
import { lockOrder } from '../write-order-status.server.ts';
import { type ArrivalProblem, mayCustomerArrive } from './arrival.ts';
import { type Arrived, writeArrival } from './write-arrival.server.ts';

/**
 * Records the arrival for the customer whose order it is. Refuses: another customer's order, one that has ended, a
 * pickup on another day, and a store that is closed.
 */
export async function reportArrival(
  actor: Actor,
  orderId: string,
  now = systemClock(),
): Promise<Result<Arrived, ArrivalProblem>> {
  if (actor.kind !== 'user' || actor.isBanned || !isOrderNumber(orderId))
    return refuse({ kind: 'not-found' });
  const policy = pickupPolicy(await readSettings());
  return inTransaction<Result<Arrived, ArrivalProblem>>(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.userId !== actor.userId) return refuse({ kind: 'not-found' });
    if (hasEnded(order.status)) return refuse({ kind: 'ended' });
    if (!mayCustomerArrive(order, policy, now)) return refuse({ kind: 'not-now' });
    return succeed(await writeArrival(tx, order, now, policy.zone));
  });
}
