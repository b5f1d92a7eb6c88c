/** Renders a paper of the queue, as its printer takes it. The order is read now: a receipt that is printed late is right. */
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { encodeDrawer, encodeRoll } from '#core/sales/printing/encode-roll.ts';
import type { Given } from '#core/sales/printing/poll-printer.server.ts';
import { testLines } from '#core/sales/printing/roll.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { RollLine } from '#platform/paper/roll.ts';
import { readAnyReceipt } from './receipt-queries.server.ts';
import { receiptLines } from './roll-receipt.ts';

/** @returns ESC/POS for Epson; for Star what StarPRNT and Star Line Mode share */
export async function renderJob({ printer, job }: Given): Promise<Uint8Array> {
  if (job.kind === 'drawer') return encodeDrawer(printer.maker);
  return encodeRoll(await linesOf({ printer, job }), printer.maker, printer.width);
}

async function linesOf({ printer, job }: Given): Promise<RollLine[]> {
  if (job.orderId !== null) return receiptLines(await readAnyReceipt(job.orderId));
  const { store } = await readSettings();
  const at = formatDateTime(instantOf(job.createdAt), store.zone);
  return testLines({ store: store.name, printer: printer.name, at });
}
