/** Renders a paper of the queue, as its printer takes it. The order is read now: a receipt that is printed late is right. */
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readAnyReceipt } from '#core/sales/orders/receipts/receipt-queries.server.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { encodeRoll } from './encode-roll.ts';
import { type RollLine, receiptLines, testLines } from './paper-lines.ts';
import type { Given } from './poll-printer.server.ts';

/** @returns ESC/POS for Epson; for Star what StarPRNT and Star Line Mode share */
export async function renderJob({ printer, job }: Given): Promise<Uint8Array> {
  return encodeRoll(await linesOf({ printer, job }), printer.maker, printer.width);
}

async function linesOf({ printer, job }: Given): Promise<RollLine[]> {
  if (job.orderId !== null) return receiptLines(await readAnyReceipt(job.orderId));
  const { store } = await readSettings();
  const at = formatDateTime(instantOf(job.createdAt), store.zone);
  return testLines({ store: store.name, printer: printer.name, at });
}
