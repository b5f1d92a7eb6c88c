/** Receipts as PDFs, drawn once for each content: somebody may ask for the same one as often as they like. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { drawReceipt } from './draw-receipt.server.ts';
import type { Receipt } from './receipt.ts';

/** Bytes: some forty receipts. */
const MAXIMUM_BYTES = 2 * 1024 * 1024;

const drawn = new LRUCache<string, Buffer, Receipt>({
  maxSize: MAXIMUM_BYTES,
  sizeCalculation: (bytes) => bytes.length,
  // Others may push it out before it is drawn; who asked for it gets it.
  ignoreFetchAbort: true,
  fetchMethod: (_key, _stale, { context }) => drawReceipt(context),
});

/** The receipt as the bytes of a PDF. Who asks for one that is being drawn gets that one. */
export async function receiptPdf(receipt: Receipt): Promise<Buffer> {
  // By all that it says, so that a change of any kind makes another: an edit, a refund, other words of warning.
  const key = createHash('sha256').update(JSON.stringify(receipt)).digest('base64');
  return drawn.forceFetch(key, { context: receipt });
}
