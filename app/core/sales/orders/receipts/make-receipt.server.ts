/** Makes a requested receipt: renders, encrypts and stores it, and notifies open pages. The worker calls it. */
import { and, eq, isNull } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { orderReceipts } from '#db/schema/orders.ts';
import { files } from '#platform/files/files.ts';
import { announce } from '#platform/live/announce.ts';
import { log } from '#platform/log.ts';
import { encryptBytes } from '#platform/secrets/keyring.ts';
import { drawReceipt } from './draw-receipt.server.ts';
import { readAnyReceipt } from './receipt-queries.server.ts';

/** The context that a stored receipt's encryption is bound to. */
export const receiptContext = (fileKey: string) => `receipt:${fileKey}`;

/** Safe to repeat: a receipt that is already stored does not change. Throws on failure, so that the job is retried. */
export async function makeReceipt(receiptId: string): Promise<void> {
  const [asked] = await database().select().from(orderReceipts).where(eq(orderReceipts.id, receiptId));
  if (!asked) {
    log.error({ receiptId }, 'a job names a receipt that does not exist');
    return;
  }
  if (asked.storedAt) return;
  let isReceipt: boolean;
  try {
    const receipt = await readAnyReceipt(asked.orderId);
    const encrypted = encryptBytes(await drawReceipt(receipt), receiptContext(asked.fileKey));
    isReceipt = receipt.isPaid;
    await files().put(asked.fileKey, encrypted, 'application/octet-stream');
  } catch (error) {
    await note(asked, { failedAt: new Date() });
    throw error;
  }
  await note(asked, { storedAt: new Date(), failedAt: null, isReceipt });
}

async function note(
  { id, orderId }: { id: string; orderId: string },
  state: Partial<Pick<typeof orderReceipts.$inferSelect, 'storedAt' | 'failedAt' | 'isReceipt'>>,
): Promise<void> {
  await inTransaction(async (tx) => {
    await tx
      .update(orderReceipts)
      .set(state)
      .where(and(eq(orderReceipts.id, id), isNull(orderReceipts.storedAt)));
    await announce(tx, 'reservations', `order:${orderId}`);
  });
}
