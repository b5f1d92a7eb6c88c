/** Orders, describes and deletes a product's pictures. Lists show the first one. */
import { asc, eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { productImages, products } from '#db/schema/catalogue.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import { readAlt } from './picture-limits.ts';

export type ProductImage = { id: number; key: string; alt: string };

type Problem = { kind: 'not-allowed' } | { kind: 'not-found' } | { kind: 'changed' };

/** Returns the pictures in order; empty for actors who may not change products. */
export async function readPictures(actor: Actor, productId: number): Promise<ProductImage[]> {
  if (!may(actor, 'inventory.manage')) return [];
  return picturesOf(database(), productId);
}

function picturesOf(db: Pick<Transaction, 'select'>, productId: number): Promise<ProductImage[]> {
  return db
    .select({ id: productImages.id, key: productImages.key, alt: productImages.alt })
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position));
}

/**
 * Saves the pictures in this order with these alternative texts and deletes pictures that are not named;
 * nightly cleanup deletes their files (`cleanUpUnnamedPictures`). Refuses pictures that are not the
 * product's, for example after someone else deleted one.
 */
export async function arrangePictures(
  actor: Actor,
  productId: number,
  wanted: readonly { id: number; alt: string }[],
): Promise<Result<{ changed: boolean }, Problem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ changed: boolean }, Problem>>(async (tx, actor) => {
    const [product] = await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, productId))
      .for('no key update');
    if (!product) return refuse({ kind: 'not-found' });
    const there = await picturesOf(tx, productId);
    const known = new Map(there.map((image) => [image.id, image]));
    const ids = new Set(wanted.map(({ id }) => id));
    if (ids.size !== wanted.length || wanted.some(({ id }) => !known.has(id)))
      return refuse({ kind: 'changed' });
    const after = wanted.map(({ id, alt }) => ({
      id,
      key: known.get(id)?.key ?? '',
      alt: readAlt(alt),
    }));
    if (JSON.stringify(after) === JSON.stringify(there)) return succeed({ changed: false });
    await tx.execute(sql`
      delete from product_images where product_id = ${productId} and id <> all(${sql.param([...ids])}::int[])`);
    // First move them out of the way: two pictures never share a position, not even between statements.
    await tx.execute(sql`update product_images set position = -1 - position where product_id = ${productId}`);
    await tx.execute(sql`
      update product_images set position = image.place, alt = image.alt
      from jsonb_to_recordset(${JSON.stringify(after.map(({ id, alt }, place) => ({ id, alt, place })))}::jsonb)
        as image (id int, alt text, place smallint)
      where product_images.id = image.id`);
    await recordAudit(tx, actor, {
      action: 'product.pictures-arranged',
      subject: 'product',
      subjectId: String(productId),
      before: { pictures: there.map(({ key, alt }) => `${key} ${alt}`.trim()) },
      after: { pictures: after.map(({ key, alt }) => `${key} ${alt}`.trim()) },
    });
    await announce(tx, 'inventory');
    return succeed({ changed: true });
  });
}
