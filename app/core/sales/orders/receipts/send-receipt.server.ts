/** Sends the receipt of a completed order to its customer for staff: by email, or a link to it by text message. */
import { eq } from 'drizzle-orm';
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import { receiptLimit } from '#core/accounts/identity/sessions/rate-limit.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { phoneOf } from '#core/ground/notifications/preferences-queries.server.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';

export type ReceiptChannel = 'email' | 'text';

export type SendReceiptProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'not-completed' }
  /** No text gateway is set up, or the customer has verified no number. */
  | { kind: 'no-phone' }
  | { kind: 'too-many' };

export function sendReceiptMessage(problem: SendReceiptProblem): string {
  switch (problem.kind) {
    case 'not-completed':
      return 'There is a receipt once the order is handed over.';
    case 'no-phone':
      return 'This customer has no verified phone number, so no text message was sent.';
    case 'too-many':
      return 'This receipt was sent a few times in the last hour. Print it, or try again later.';
    default:
      return commonMessage(problem, 'Order');
  }
}

/** Goes to the account's own address or verified number, never to another one; a few times an hour at most. */
export async function sendReceipt(
  actor: Actor,
  orderId: string,
  channel: ReceiptChannel,
): Promise<Result<null, SendReceiptProblem>> {
  if (!may(actor, 'orders.manage')) return refuse({ kind: 'not-allowed' });
  const [order] = await database()
    .select({ id: orders.id, userId: orders.userId, status: orders.status, isWalkIn: orders.isWalkIn })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  // A walk-in has no address but one that is typed.
  if (!order || order.isWalkIn) return refuse({ kind: 'not-found' });
  // Nothing follows this status, so it needs no lock.
  if (order.status !== 'completed') return refuse({ kind: 'not-completed' });
  if (channel === 'text' && (await phoneOf(order.userId)) === null) return refuse({ kind: 'no-phone' });
  if ((await countAttempt('receipt', order.id, receiptLimit)) > 0) return refuse({ kind: 'too-many' });
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, SendReceiptProblem>>(async (tx, staff) => {
    const kind = channel === 'text' ? 'receipt-link-requested' : 'receipt-requested';
    await recordEvent(tx, { kind, orderId: order.id }, staff.userId);
    await recordAudit(tx, staff, {
      action: 'order.receipt-sent',
      subject: 'order',
      subjectId: order.id,
      after: { channel },
    });
    return succeed(null);
  });
}
