/** Loads an order's receipts and order slips from file storage, for staff. */
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { receiptContext } from '#core/sales/orders/receipts/make-receipt.server.ts';
import type { StoredPaper } from '#core/sales/orders/reservations/reservation-list.ts';
import { database } from '#db/client.ts';
import { orderReceipts, orders } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { files } from '#platform/files/files.ts';
import { decryptBytes } from '#platform/secrets/keyring.ts';

/** `at` is when it was stored, or else when it was requested. */
export type StoredReceipt = { id: string; at: string; state: StoredPaper };

/** Newest first; none for users who may not manage orders. */
export async function readStoredReceipts(
  actor: Actor,
  orderRowId: string,
  zone: string,
): Promise<StoredReceipt[]> {
  if (!may(actor, 'orders.manage')) return [];
  const rows = await database()
    .select()
    .from(orderReceipts)
    .where(eq(orderReceipts.orderId, orderRowId))
    .orderBy(desc(orderReceipts.version));
  return rows.map(({ id, storedAt, failedAt, createdAt, isReceipt }) => ({
    id,
    at: formatDateTime(instantOf(storedAt ?? createdAt), zone),
    state: storedAt ? (isReceipt ? 'receipt' : 'slip') : failedAt ? 'failed' : 'waiting',
  }));
}

/** The PDF; null if there is none that the actor may see. */
export async function openStoredReceipt(
  actor: Actor,
  orderId: string,
  receiptId: string,
): Promise<{ pdf: Buffer; isReceipt: boolean } | null> {
  if (!may(actor, 'orders.manage') || !isUuid(receiptId)) return null;
  const [found] = await database()
    .select({ fileKey: orderReceipts.fileKey, isReceipt: orderReceipts.isReceipt })
    .from(orderReceipts)
    .innerJoin(orders, eq(orders.id, orderReceipts.orderId))
    .where(
      and(eq(orderReceipts.id, receiptId), eq(orders.orderId, orderId), isNotNull(orderReceipts.storedAt)),
    );
  const file = found && (await files().get(found.fileKey));
  if (!file) return null;
  const encrypted = Buffer.from(await new Response(file.body).arrayBuffer());
  const pdf = decryptBytes(encrypted, receiptContext(found.fileKey));
  return { pdf, isReceipt: found.isReceipt };
}
