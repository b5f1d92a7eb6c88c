/** Loads what Edit Product shows. */

import { readPictures } from '#core/goods/catalogue/pictures/arrange-pictures.server.ts';
import { readEditedProduct } from '#core/goods/catalogue/products/edited-products-queries.server.ts';
import { readInventoryOptions } from '#core/goods/catalogue/products/inventory-queries.server.ts';
import { openLimit } from '#core/goods/catalogue/products/limit-proposal.ts';
import { productTexts } from '#core/goods/catalogue/products/product-fields.ts';
import { readOtherSizes } from '#core/goods/catalogue/sizes-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readHistory } from '#office/audit/history-queries.server.ts';
import { readProductLots } from '#office/lots/product-lots-queries.server.ts';
import { saleChecklist } from './sale-checklist.ts';

export async function readProductPage(actor: SignedIn, id: number) {
  const { store, discounts, inventory } = await readSettings();
  const { zone } = store;
  const [product, options, pictures, lots, sizes, history] = await Promise.all([
    readEditedProduct(actor, id),
    readInventoryOptions(),
    readPictures(actor, id),
    readProductLots(actor, id),
    readOtherSizes(actor, id),
    readHistory(actor, 'product', String(id), zone),
  ]);
  if (!product) throw new Response(null, { status: 404 });
  const { values, ...rest } = product;
  return {
    product: { ...rest, name: values.name, forSale: values.forSale, base: productTexts(values) },
    checklist: product.isArchived ? [] : saleChecklist(values, lots, pictures.length),
    proposal: openLimit(values, options.shelves.find((shelf) => shelf.id === values.categoryId)?.name ?? ''),
    options,
    lowStock: inventory.lowStock,
    // A stored discount affects every price, so staff can end it even while discounts are turned off.
    discounts: discounts.enabled || values.discount !== null,
    pictures,
    lots,
    sizes,
    history,
  };
}
