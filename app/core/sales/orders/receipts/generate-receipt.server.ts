/**
 * Requests an order's stored receipt: inserts a row and a job in one transaction, so the receipt is made
 * exactly once. Each version of an order has one row; a repeated request returns the same row.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { orderReceipts, orders } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { enqueue } from '#platform/jobs.ts';
import { askForReceipt } from './ask-for-receipt.server.ts';
import type { GeneratedReceipt, GenerateReceiptProblem } from './generate-receipt.ts';
import { receiptJob } from './receipt-job.ts';

/** How long a request waits for the job. */
const PATIENCE = { times: 50, everyMs: 100 };

/**
 * Requests the receipt and waits a few seconds for it. `stored` is false if the job has not finished.
 * Refuses: actors without permission to manage orders, an order that does not exist, and a job that failed.
 * @param orderId the number people read, or the row's id
 */
export async function generateReceipt(
  actor: Actor,
  orderId: string,
  patience = PATIENCE,
): Promise<Result<GeneratedReceipt, GenerateReceiptProblem>> {
  if (actor.kind === 'guest') return refuse({ kind: 'not-signed-in' });
  const asStaff = staffTransaction(actor, 'orders.manage', 'denied' as const);
  const asked = await asStaff(async (tx, actor) => {
    const [order] = await tx
      .select({ id: orders.id, version: orders.version })
      .from(orders)
      .where(isUuid(orderId) ? eq(orders.id, orderId) : eq(orders.orderId, orderId))
      .for('key share');
    if (!order) return null;
    const receipt = await askForReceipt(tx, order, actor.userId);
    if (receipt.isNew)
      await recordAudit(tx, actor, {
        action: 'order.receipt-requested',
        subject: 'order',
        subjectId: order.id,
      });
    else await tryAgain(tx, receipt.receiptId);
    return receipt;
  });
  if (asked === 'denied') return refuse({ kind: 'not-allowed' });
  if (!asked) return refuse({ kind: 'not-found' });
  const { receiptId } = asked;
  for (let time = 0; time < patience.times; time++) {
    const state = await stateOf(receiptId);
    if (state === 'failed') return refuse({ kind: 'failed' });
    if (state !== 'waiting') return succeed({ receiptId, stored: true, isReceipt: state === 'receipt' });
    await pause(patience.everyMs);
  }
  return succeed({ receiptId, stored: false, isReceipt: false });
}

/** Retries a failed job immediately instead of after its next pause. */
async function tryAgain(tx: Transaction, receiptId: string): Promise<void> {
  const [waiting] = await tx
    .update(orderReceipts)
    .set({ failedAt: null })
    .where(and(eq(orderReceipts.id, receiptId), isNull(orderReceipts.storedAt)))
    .returning({ receiptId: orderReceipts.id });
  if (waiting) await enqueue(tx, receiptJob, waiting);
}

async function stateOf(receiptId: string): Promise<'receipt' | 'slip' | 'failed' | 'waiting'> {
  const [row] = await database().select().from(orderReceipts).where(eq(orderReceipts.id, receiptId));
  if (row?.storedAt) return row.isReceipt ? 'receipt' : 'slip';
  return row?.failedAt ? 'failed' : 'waiting';
}
