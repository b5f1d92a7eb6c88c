/** The demo pictures on their way from the project's assets into file storage, in every width pages ask for. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_WIDTHS } from '#core/catalogue/pictures/picture.ts';
import { files } from '#platform/files/files.ts';
import { tintOf } from '#platform/uploads/fit-picture.ts';
import { drawnFile } from './catalogue/product.ts';
import type { DemoProduct } from './demo-catalogue.ts';

/** A picture that is in storage. `key` is what product_images.key holds. */
export type StoredPicture = {
  productSlug: string;
  position: number;
  key: string;
  alt: string;
  tint: string;
};

/** Stores every picture of the products. Keys carry a hash of the content, so storing again changes nothing. */
export async function storeDemoPictures(
  root: string,
  products: readonly DemoProduct[],
): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = [];
  for (const product of products) {
    for (const [position, { picture, alt }] of product.images.entries()) {
      const drawn = await Promise.all(
        PICTURE_WIDTHS.map(async (width) => ({
          width,
          bytes: await readFile(join(root, drawnFile(picture, width))),
        })),
      );
      const hash = createHash('sha256');
      for (const { bytes } of drawn) hash.update(bytes);
      const key = `products/${product.slug}-${hash.digest('hex').slice(0, 12)}`;
      for (const { width, bytes } of drawn) {
        await files().put(`public/${key}-${width}.webp`, bytes, 'image/webp');
      }
      const [smallest] = PICTURE_WIDTHS;
      const tint = await tintOf(join(root, drawnFile(picture, smallest)));
      stored.push({ productSlug: product.slug, position, key, alt, tint });
    }
  }
  return stored;
}
