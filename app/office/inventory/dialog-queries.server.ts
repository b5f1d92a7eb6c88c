/** Loads the product for the inventory's dialog. */

import { readEditedProduct } from '#core/goods/catalogue/products/edited-products-queries.server.ts';
import { dialogFields, productTexts } from '#core/goods/catalogue/products/product-fields.ts';
import { isGoodOn } from '#core/goods/stock/lots/lots.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { readProductLots } from '#office/lots/product-lots-queries.server.ts';

/**
 * The product and one of its lots: the next to be handed out, or, if none is on sale, the one on hand. null if there is
 * no such product, and for users who may not edit it.
 * @param today store-local, yyyy-mm-dd
 */
export async function readDialogProduct(actor: Actor, id: number | null, today: string) {
  if (id === null) return null;
  const [product, lots] = await Promise.all([readEditedProduct(actor, id), readProductLots(actor, id)]);
  if (!product) return null;
  const good = lots.filter((lot) => lot.status === 'sellable' && isGoodOn(lot, today));
  const next =
    good.find(({ onHand }) => onHand > 0) ?? lots.find(({ onHand }) => onHand > 0) ?? good[0] ?? lots[0];
  const lot = next
    ? { id: next.id, batchNumber: next.batchNumber, onHand: next.onHand, status: next.status }
    : null;
  const base: Record<string, string> = {
    ...productTexts(product.values, dialogFields),
    ...(lot ? { batchNumber: lot.batchNumber, stock: String(lot.onHand) } : {}),
  };
  return { product: { id, name: product.values.name, version: product.version, base }, lot };
}
