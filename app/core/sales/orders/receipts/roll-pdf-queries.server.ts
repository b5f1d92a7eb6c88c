/** Renders an order's receipt, before money was taken its slip, as a PDF for a roll of paper: for any printer of the system. */
import { eq } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { drawRollPdf } from '#platform/drawing/roll.server.ts';
import type { RollWidth } from '#platform/paper/roll.ts';
import { isOrderNumber } from '../order.ts';
import { paperTitle, receiptFileName } from './receipt.ts';
import { readAnyReceipt } from './receipt-queries.server.ts';
import { receiptLines } from './roll-receipt.ts';

/** null for actors who may not manage orders, and for an order that does not exist. @param width in millimeters */
export async function drawReceiptRoll(
  actor: Actor,
  number: string,
  width: RollWidth,
): Promise<{ bytes: Buffer; fileName: string } | null> {
  if (!may(actor, 'orders.manage') || !isOrderNumber(number)) return null;
  const [order] = await database().select({ id: orders.id }).from(orders).where(eq(orders.orderId, number));
  if (!order) return null;
  const receipt = await readAnyReceipt(order.id);
  const about = { title: paperTitle(receipt), author: receipt.store.name, at: new Date() };
  return {
    bytes: await drawRollPdf(about, receiptLines(receipt), width),
    fileName: receiptFileName(number, receipt.isPaid),
  };
}
