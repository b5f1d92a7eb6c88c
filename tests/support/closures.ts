/** Closures for tests. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { newestVersion } from '#core/ground/settings/settings-versions-queries.server.ts';
import { cancelClosedOrder, moveClosedOrder } from '#core/sales/closures/answer-closure.server.ts';
import { closeDays } from '#core/sales/closures/close-days.server.ts';
import type { ClosureDraft } from '#core/sales/closures/closure.ts';
import { closureToken } from '#core/sales/closures/closure-link.server.ts';
import { recordCall } from '#core/sales/closures/record-call.server.ts';
import { tellClosure, tellOpenAgain } from '#core/sales/closures/tell-closure.server.ts';
import { undoClosure } from '#core/sales/closures/undo-closure.server.ts';
import { database } from '#db/client.ts';
import { closureOrders, closures } from '#db/schema/closures.ts';
import { orders } from '#db/schema/orders.ts';
import { NEXT_DAY_SLOT, NOW } from './orders.ts';

/** The day of `SLOT`, closed; other fields have defaults. */
const aClosureOf = (wanted: Partial<ClosureDraft> = {}): ClosureDraft => ({
  first: '2026-06-06',
  last: '2026-06-06',
  spans: [],
  reason: 'Storm. The farm is closed on Saturday.',
  ...wanted,
});

/** Closes days at the newest version of the settings. */
export async function close(actor: Actor, wanted: Partial<ClosureDraft> = {}, notifies = true, now = NOW) {
  const version = await newestVersion(database(), 'pickup');
  return closeDays(actor, aClosureOf(wanted), { notifies, version }, now);
}

/** All steps of a closure, whatever is refused; each in its own transaction. */
export async function closeAndUndo(actor: Actor, orderNumber: string): Promise<void> {
  const closed = await close(actor);
  const [covered] = await database()
    .select({ number: closures.number, id: closures.id, person: closureOrders.personNumber })
    .from(closureOrders)
    .innerJoin(closures, eq(closures.id, closureOrders.closureId))
    .innerJoin(orders, eq(orders.id, closureOrders.orderId))
    .where(eq(orders.orderId, orderNumber))
    .limit(1);
  if (covered) {
    const token = closureToken(covered.person);
    await tellClosure(covered.id, NOW);
    await recordCall(actor, { closure: covered.number, person: covered.person, call: 'no-answer' });
    await moveClosedOrder(token, { order: orderNumber, slotStartsAt: NEXT_DAY_SLOT }, NOW);
    await cancelClosedOrder(token, orderNumber, NOW);
  }
  if (closed.ok) {
    await undoClosure(actor, closed.value.number);
    if (covered) await tellOpenAgain(covered.id, NOW);
  }
}
