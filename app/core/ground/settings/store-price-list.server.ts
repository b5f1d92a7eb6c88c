/** Stores the PDF of an owner's own price list. Whether the shop shows it is a setting. */
import { createHash } from 'node:crypto';
import { files } from '#platform/files/files.ts';
import { isWholePdfInMemory } from '#platform/uploads/whole-pdf.ts';

/** Bytes. */
export const LARGEST_PRICE_LIST = 10_000_000;

/** Stores it under a name made of its content, which it returns; null for what is no whole PDF, or too large. */
export async function storePriceList(bytes: Uint8Array): Promise<string | null> {
  if (bytes.length > LARGEST_PRICE_LIST || !isWholePdfInMemory(bytes)) return null;
  const key = `price-lists/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.pdf`;
  await files().put(key, bytes, 'application/pdf');
  return key;
}
