/** Loads what a page about a product's lots shows of the product. */
import { eq } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';

/** null for users who may not count stock, and for a product that does not exist. */
export async function readStockedProduct(
  actor: Actor,
  id: number,
): Promise<{ id: number; name: string; productType: string } | null> {
  if (!may(actor, 'inventory.see')) return null;
  const [product] = await database()
    .select({ id: products.id, name: products.name, productType: products.productType })
    .from(products)
    .where(eq(products.id, id));
  return product ?? null;
}
