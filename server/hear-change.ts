/** Invalidates the in-memory caches after changes that the database announces. */

import { dropCards } from '#core/catalogue/cached-cards.server.ts';
import { hearCatalogueChange } from '#core/catalogue/catalogue-index.server.ts';
import { forgetTaxRules } from '#core/compliance/tax-queries.server.ts';
import { forgetSettings } from '#core/settings/settings-queries.server.ts';
import type { PageCache } from './page-cache.ts';

/** Tables whose rows are shown as part of a product. */
const ofProducts: ReadonlySet<string> = new Set(['stock', 'lots', 'product_images']);

/**
 * @param payload a table and its changed rows, 'products:7,12'; only a table, if any row may have changed; or
 * 'everything'. Rows have the names that `noteShown` uses.
 */
export function hearChange(pages: Pick<PageCache, 'drop'>, payload: string): void {
  const [table = '', rows] = payload.split(':');
  if (table === 'store_settings' || table === 'everything') forgetSettings();
  if (table === 'tax_rules' || table === 'everything') forgetTaxRules();
  const as = ofProducts.has(table) ? 'products' : table;
  if (table === 'tax_rules') pages.drop([table]);
  else pages.drop(rows?.split(',').map((row) => `${as}:${row}`));
  if (table !== 'tax_rules') dropCards(as === 'products' ? rows?.split(',').map(Number) : undefined);
  hearCatalogueChange(payload);
}
