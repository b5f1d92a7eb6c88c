/** Lists what an off-sale product still lacks, for the page where staff enter it. */

import { isCannabis } from '#core/catalogue/products/product.ts';
import type { ProductField, ProductValues } from '#core/catalogue/products/product-fields.ts';
import { lacksForSale } from '#core/catalogue/products/product-rules.ts';
import type { LotStatus } from '#kernel/statuses.ts';

/** `field` is 'lot' for what is done on the page of lots. */
export type MissingForSale = { field: ProductField | 'lot'; message: string };

/** In the order staff enter it; empty for a product that is on sale. */
export function missingForSale(
  product: ProductValues,
  lots: readonly { batchNumber: string; status: LotStatus; onHand: number }[],
): MissingForSale[] {
  if (product.forSale) return [];
  const fields = Object.entries(lacksForSale(product)).flatMap(([field, [message]]): MissingForSale[] =>
    message ? [{ field: field as ProductField, message }] : [],
  );
  const lot = missingLot(product, lots);
  return lot ? [...fields, { field: 'lot', message: lot }] : fields;
}

/** null if a lot on sale has units. */
function missingLot(
  product: ProductValues,
  lots: readonly { batchNumber: string; status: LotStatus; onHand: number }[],
): string | null {
  const there = lots.filter(({ onHand }) => onHand > 0);
  if (there.some(({ status }) => status === 'sellable')) return null;
  const waiting = there.find(({ status }) => status === 'untested');
  if (waiting) return `Record the test result of batch ${waiting.batchNumber}, then put it on sale.`;
  return isCannabis(product) ? 'Receive a lot with its test result.' : 'Receive a lot.';
}
