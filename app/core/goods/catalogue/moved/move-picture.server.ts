/** Writes a picture of a product that moves here from another system: drawn again, never copied. */
import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { productImages } from '#db/schema/catalogue.ts';
import type { StoredPicture } from '../pictures/receive-picture.server.ts';

/** Puts it in its place, in place of the one that moved before. Returns its row's id. */
export async function movePicture(
  tx: Transaction,
  { productId, position, alt }: { productId: number; position: number; alt: string },
  { key, tint }: StoredPicture,
): Promise<number> {
  const [row] = await tx
    .insert(productImages)
    .values({ productId, position, key, alt, tint })
    .onConflictDoUpdate({
      target: [productImages.productId, productImages.position],
      set: { key: sql`excluded.key`, tint: sql`excluded.tint`, alt: sql`excluded.alt` },
    })
    .returning({ id: productImages.id });
  if (!row) throw new Error('a picture was not written');
  return row.id;
}

export async function removeMovedPictures(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.delete(productImages).where(inArray(productImages.id, [...ids]));
}
