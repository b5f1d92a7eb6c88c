/** Renders receipts as PDFs and caches them by content, so that repeated downloads are cheap. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { drawReceipt } from './draw-receipt.server.ts';
import type { Receipt } from './receipt.ts';

/** Bytes: about forty receipts. */
const MAXIMUM_BYTES = 2 * 1024 * 1024;

const drawn = new LRUCache<string, Buffer, Receipt>({
  maxSize: MAXIMUM_BYTES,
  sizeCalculation: (bytes) => bytes.length,
  // Other receipts may evict this one before it is rendered; the caller still gets it.
  ignoreFetchAbort: true,
  fetchMethod: (_key, _stale, { context }) => drawReceipt(context),
});

/** Returns the bytes of the receipt's PDF. Concurrent requests share one rendering. */
export async function receiptPdf(receipt: Receipt): Promise<Buffer> {
  // The key covers the whole content, so any change renders a new PDF: an edit, a refund, new warning texts.
  const key = createHash('sha256').update(JSON.stringify(receipt)).digest('base64');
  return drawn.forceFetch(key, { context: receipt });
}
