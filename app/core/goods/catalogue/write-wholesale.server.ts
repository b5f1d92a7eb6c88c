/** Writes the wholesale price of a product, for a command that learns it with a delivery. */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { checkPrice } from '#core/goods/discounts/price-guard.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { PricingSettings } from '#core/ground/settings/settings.ts';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import type { Cents } from '#kernel/money.ts';
import { asDate } from '#kernel/time.ts';
import type { EditedProduct } from './products/edited-products-queries.server.ts';
import { productTexts } from './products/product-fields.ts';

/** The most that is saved for a unit, in cents. */
const MOST = 100_000_000;

/**
 * False if the product's price would be below the floor of this wholesale price: a person decides that. The caller has
 * locked the product and checked the permission.
 */
export async function writeWholesale(
  tx: Transaction,
  actor: SignedIn,
  { id, version, values }: EditedProduct,
  wholesalePrice: Cents,
  { pricing, now }: { pricing: PricingSettings; now: Temporal.Instant },
): Promise<boolean> {
  const after = { ...values, wholesalePrice };
  if (wholesalePrice < 1 || wholesalePrice > MOST || checkPrice(after, pricing) !== null) return false;
  if (wholesalePrice === values.wholesalePrice) return true;
  await tx
    .update(products)
    .set({ wholesalePrice, version: version + 1, updatedAt: asDate(now) })
    .where(eq(products.id, id));
  await recordAudit(tx, actor, {
    action: 'product.edited',
    subject: 'product',
    subjectId: String(id),
    before: productTexts(values, ['wholesalePrice']),
    after: productTexts(after, ['wholesalePrice']),
    reason: 'Delivery',
  });
  return true;
}
