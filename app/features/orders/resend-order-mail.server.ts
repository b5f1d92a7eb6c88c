/** Staff send a mail about an order again: the same event, written anew as the order is now. */
import { and, eq, sql } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { deliveries } from '#db/schema/notifications.ts';
import { orders } from '#db/schema/orders.ts';
import { type Actor, may } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { eventSchema } from '#features/events/event.ts';
import { recordEvent } from '#features/events/record-event.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { isOrderNumber } from './order.ts';

export type ResendProblem = { kind: 'admin-only' } | { kind: 'not-found' };

export const MAIL_SENT_AGAIN = 'The email is on its way again.';

export function resendMessage(problem: ResendProblem): string {
  return problem.kind === 'admin-only' ? 'Admin access only' : 'There is no such email of this order.';
}

/** Refused: a delivery that is not a mail of this order. */
export async function resendOrderMail(
  actor: Actor,
  orderId: string,
  deliveryId: string,
): Promise<Result<null, ResendProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'orders.manage')) return refuse({ kind: 'admin-only' });
  if (!isOrderNumber(orderId) || !isUuid(deliveryId)) return refuse({ kind: 'not-found' });
  return inTransaction(async (tx) => {
    const [found] = await tx
      .select({ id: orders.id, title: deliveries.title, kind: events.kind, payload: events.payload })
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.eventId))
      .innerJoin(orders, sql`${events.subjectId} = ${orders.id}::text`)
      .where(
        and(eq(deliveries.id, deliveryId), eq(deliveries.channel, 'email'), eq(orders.orderId, orderId)),
      );
    if (!found) return refuse({ kind: 'not-found' });
    await recordEvent(
      tx,
      { kind: 'order-mail-requested', orderId: found.id, about: aboutOf(found) },
      actor.userId,
    );
    await recordAudit(tx, actor, {
      action: 'order.mail-sent-again',
      subject: 'order',
      subjectId: found.id,
      after: { title: found.title },
    });
    return succeed(null);
  });
}

/** The event whose mail it is; of a mail that was sent again, the one it was about. */
function aboutOf(event: { kind: string; payload: unknown }): string {
  const parsed = eventSchema.safeParse(event.payload);
  return parsed.success && parsed.data.kind === 'order-mail-requested' ? parsed.data.about : event.kind;
}
