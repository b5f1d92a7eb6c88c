/** Saves a customer's notice of running late on the order, and notifies open pages. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { countEvents } from '#core/ground/events/count-events.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { inTransaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, instantOf, systemClock } from '#kernel/time.ts';
import { isOrderNumber } from '../order.ts';
import { lockOrder } from '../write-order-status.server.ts';
import { arrivalToday } from './arrival.ts';
import { type LateChoice, type LateProblem, lateChoices, MOST_LATE_NOTICES } from './late-notice.ts';

/**
 * @param minutes after the start of the slot. Refuses: another customer's order, a time that is not offered,
 * and more than a few notices. Repeating the same notice changes nothing. The order's version does not
 * change, so staff edits are not stale.
 */
export async function reportLate(
  actor: Actor,
  orderId: string,
  minutes: number | null,
  now = systemClock(),
): Promise<Result<LateChoice, LateProblem>> {
  if (actor.kind !== 'user' || actor.isBanned || !isOrderNumber(orderId))
    return refuse({ kind: 'not-found' });
  const policy = pickupPolicy(await readSettings());
  return inTransaction<Result<LateChoice, LateProblem>>(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.userId !== actor.userId) return refuse({ kind: 'not-found' });
    if (minutes === null) return refuse({ kind: 'choice-missing' });
    const pickupStartsAt = order.pickupStartsAt && instantOf(order.pickupStartsAt);
    const isHere = arrivalToday(order, now, policy.zone) !== null;
    const choice = lateChoices({ status: order.status, pickupStartsAt, isHere }, policy, now).find(
      (offered) => offered.minutes === minutes,
    );
    if (!choice || !pickupStartsAt) return refuse({ kind: 'not-now' });
    if (order.lateMinutes === minutes) return succeed(choice);
    if ((await countEvents(tx, order.id, 'order-running-late')) >= MOST_LATE_NOTICES)
      return refuse({ kind: 'too-many' });
    await tx
      .update(orders)
      .set({ lateMinutes: minutes, lateSaidAt: asDate(now), updatedAt: asDate(now) })
      .where(eq(orders.id, order.id));
    const around = pickupStartsAt.add({ minutes }).toString();
    await recordEvent(tx, { kind: 'order-running-late', orderId: order.id, around }, actor.userId);
    return succeed(choice);
  });
}
