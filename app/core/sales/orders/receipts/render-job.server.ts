/** Renders a paper of the queue, as its printer takes it. The order is read now: a receipt that is printed late is right. */
import { eq } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { encodeLabels } from '#core/sales/printing/encode-labels.ts';
import { encodeDrawer, encodeRoll } from '#core/sales/printing/encode-roll.ts';
import type { Given } from '#core/sales/printing/jobs-of-printer.server.ts';
import { labelSheet } from '#core/sales/printing/printing.ts';
import { testLabel, testLines } from '#core/sales/printing/roll.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { drawDots } from '#platform/drawing/labels.server.ts';
import type { Label } from '#platform/paper/label.ts';
import { readOrderLabels } from '../labels/label-queries.server.ts';
import { readAnyReceipt } from './receipt-queries.server.ts';
import { receiptLines } from './roll-receipt.ts';

/**
 * @param origin the shop's address, for the codes of labels
 * @returns ESC/POS for Epson; for Star what StarPRNT and Star Line Mode share; ZPL for Zebra
 */
export async function renderJob({ printer, job }: Given, origin: string): Promise<Uint8Array> {
  const { maker, width } = printer;
  if (maker === 'zebra' || job.kind === 'labels')
    return encodeLabels(await drawDots(await labelsOf({ printer, job }, origin), labelSheet(width)), maker);
  if (job.kind === 'drawer') return encodeDrawer(maker);
  if (job.orderId === null) return encodeRoll(testLines(await testOf({ printer, job })), maker, width);
  return encodeRoll(receiptLines(await readAnyReceipt(job.orderId)), maker, width);
}

async function labelsOf({ printer, job }: Given, origin: string): Promise<Label[]> {
  if (job.orderId === null) return [testLabel(await testOf({ printer, job }))];
  const [order] = await database()
    .select({ number: orders.orderId })
    .from(orders)
    .where(eq(orders.id, job.orderId));
  const labels = order ? await readOrderLabels(order.number, origin) : null;
  if (!labels) throw new Error('labels were asked for of no order');
  return labels;
}

async function testOf({ printer, job }: Given) {
  const { store } = await readSettings();
  const at = formatDateTime(instantOf(job.createdAt), store.zone);
  return { store: store.name, printer: printer.name, at };
}
