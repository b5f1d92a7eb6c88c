/** Reads what a product cost, from when until when, and who changed it. */
import { asc, eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { priceChanges, products } from '#db/schema/catalogue.ts';
import { type PriceSpan, priceSpans } from './price-history.ts';

export type PricedProduct = { id: number; name: string; createdAt: Date; retailPrice: number };

/**
 * Null for actors who may not change products, and for a product that does not exist. The entry of a change in the
 * audit log has the moment at which its transaction began; both are written by it.
 */
export async function readPriceHistory(
  actor: Actor,
  id: number,
): Promise<{ product: PricedProduct; spans: PriceSpan[] } | null> {
  if (!may(actor, 'inventory.manage')) return null;
  const [product] = await database().select().from(products).where(eq(products.id, id));
  if (!product) return null;
  const rows = await database()
    .select({
      change: priceChanges,
      by: sql<string | null>`(
        select entry.actor_name from audit_log as entry
        where entry.subject_type = 'product' and entry.subject_id = ${String(id)}
          and entry.created_at = ${priceChanges.startedAt} limit 1)`,
    })
    .from(priceChanges)
    .where(eq(priceChanges.productId, id))
    .orderBy(asc(priceChanges.id));
  const changes = rows.map(({ change, by }) => ({
    ...{ at: change.changedAt, by },
    before: {
      price: change.priceBefore,
      discount: change.discountBefore,
      discountFrom: change.discountFromBefore,
      discountUntil: change.discountUntilBefore,
    },
    after: {
      price: change.priceAfter,
      discount: change.discountAfter,
      discountFrom: change.discountFromAfter,
      discountUntil: change.discountUntilAfter,
    },
  }));
  const { name, createdAt, retailPrice, discount, discountFrom, discountUntil } = product;
  const now = { price: retailPrice, discount, discountFrom, discountUntil };
  return { product: { id, name, createdAt, retailPrice }, spans: priceSpans(now, changes) };
}
