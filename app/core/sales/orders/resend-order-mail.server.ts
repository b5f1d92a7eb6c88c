/** Resends an email about an order for staff: the same event, written again with the order's current state. */
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { eventSchema } from '#core/ground/events/event.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { events } from '#db/schema/events.ts';
import { deliveries } from '#db/schema/notifications.ts';
import { orders } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { isOrderNumber } from './order.ts';
import { isUnready } from './write-order-status.server.ts';

export type ResendProblem = { kind: 'not-allowed' } | { kind: 'not-found' } | { kind: 'not-ready' };

/** What happened to the email: it waits for the mail server, or there is none. */
export const mailedAgain = (leaves: boolean): string =>
  leaves ? 'The email goes out again now.' : 'Not sent: no mail server is set. The email is under Sent Mail.';

export function resendMessage(problem: ResendProblem): string {
  switch (problem.kind) {
    case 'not-ready':
      return 'This order is not ready for pickup: units are missing or not packed.';
    default:
      return commonMessage(problem, 'Email');
  }
}

/** Refuses a delivery that is not an email of this order, and 'ready for pickup' while units are missing or not packed. */
export async function resendOrderMail(
  actor: Actor,
  orderId: string,
  deliveryId: string,
): Promise<Result<null, ResendProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, ResendProblem>>(async (tx, actor) => {
    if (!isOrderNumber(orderId) || !isUuid(deliveryId)) return refuse({ kind: 'not-found' });
    const [found] = await tx
      .select({
        id: orders.id,
        status: orders.status,
        title: deliveries.title,
        kind: events.kind,
        payload: events.payload,
      })
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.eventId))
      .innerJoin(orders, sql`${events.subjectId} = ${orders.id}::text`)
      .where(
        and(eq(deliveries.id, deliveryId), eq(deliveries.channel, 'email'), eq(orders.orderId, orderId)),
      );
    if (!found) return refuse({ kind: 'not-found' });
    const about = aboutOf(found);
    if (about === 'order-ready' && (await isUnready(tx, found))) return refuse({ kind: 'not-ready' });
    await recordEvent(tx, { kind: 'order-mail-requested', orderId: found.id, about }, actor.userId);
    await recordAudit(tx, actor, {
      action: 'order.mail-sent-again',
      subject: 'order',
      subjectId: found.id,
      after: { title: found.title },
    });
    return succeed(null);
  });
}

/** Returns the kind of the email's event; for a resent email, the original event's kind. */
function aboutOf(event: { kind: string; payload: unknown }): string {
  const parsed = eventSchema.safeParse(event.payload);
  return parsed.success && parsed.data.kind === 'order-mail-requested' ? parsed.data.about : event.kind;
}
