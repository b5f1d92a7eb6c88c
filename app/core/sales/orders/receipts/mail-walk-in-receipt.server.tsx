/** Mails the receipt of a walk-in to an address typed for it, which is deleted once the mail is delivered. */

import { eq } from 'drizzle-orm';
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import { receiptLimit } from '#core/accounts/identity/sessions/rate-limit.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { queueMail } from '#core/ground/mail/queue-mail.server.ts';
import { mailFrame, renderMail } from '#core/ground/mail/render-mail.server.ts';
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { markedTitle } from '#kernel/rehearsal-mark.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { readWalkInReceipt } from '../emails/mailed-order-queries.server.ts';
import { OrderReceipt } from '../emails/order-mails.tsx';
import type { SendReceiptProblem } from './send-receipt.server.ts';

/**
 * Queues one mail for each key and address. Refuses an order that is not handed over or not a walk-in's, and more than a few receipts
 * of one order in an hour. The audit log has that it was sent, and not where to.
 */
export async function mailWalkInReceipt(
  actor: Actor,
  orderId: string,
  { key, email }: { key: string; email: string },
): Promise<Result<null, SendReceiptProblem>> {
  if (!may(actor, 'orders.manage')) return refuse({ kind: 'not-allowed' });
  const [order] = await database()
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  const settings = await readSettings();
  const mailed = order ? await readWalkInReceipt(order.id, settings.store.zone) : null;
  if (!order || !mailed) return refuse({ kind: 'not-found' });
  // Nothing follows this status, so it needs no lock.
  if (order.status !== 'completed') return refuse({ kind: 'not-completed' });
  if ((await countAttempt('receipt', order.id, receiptLimit)) > 0) return refuse({ kind: 'too-many' });
  const mark = await rehearsalMark();
  const frame = { ...mailFrame(settings, mailed.cannabis), firstLine: mark ?? undefined };
  const words = await renderMail(
    <OrderReceipt frame={frame} order={mailed} atm={settings.store.atmOnPremises} />,
  );
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, SendReceiptProblem>>(async (tx, staff) => {
    const queued = await queueMail(tx, {
      // A corrected address is another mail. The key outlives the address, so it has a hash of it.
      dedupeKey: `walk-in-receipt:${key}:${keyedHash(email.toLowerCase(), 'walk-in-receipt')}`,
      recipient: email,
      subject: markedTitle(mark, `Receipt for order ${orderId}`),
      isLast: true,
      ...words,
    });
    if (queued !== null)
      await recordAudit(tx, staff, {
        action: 'order.receipt-sent',
        subject: 'order',
        subjectId: order.id,
        after: { channel: 'email' },
      });
    return succeed(null);
  });
}
