/** Requests a receipt in the transaction that causes it: each version of an order has one. */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { orderReceipts } from '#db/schema/orders.ts';
import { enqueue } from '#platform/jobs.ts';
import { receiptJob } from './receipt-job.ts';

/** Requests the receipt for this version of an order that the transaction has locked; returns the row's id. */
export async function askForReceipt(
  tx: Transaction,
  { id: orderId, version }: { id: string; version: number },
  actorId: string,
): Promise<{ receiptId: string; isNew: boolean }> {
  const fileKey = `receipts/${randomBytes(24).toString('hex')}`;
  const [made] = await tx
    .insert(orderReceipts)
    .values({ orderId, version, fileKey, requestedBy: actorId })
    .onConflictDoNothing()
    .returning({ receiptId: orderReceipts.id });
  if (made) {
    await enqueue(tx, receiptJob, made);
    return { ...made, isNew: true };
  }
  const [there] = await tx
    .select({ receiptId: orderReceipts.id })
    .from(orderReceipts)
    .where(and(eq(orderReceipts.orderId, orderId), eq(orderReceipts.version, version)));
  if (!there) throw new Error('a receipt was neither there nor asked for');
  return { ...there, isNew: false };
}
