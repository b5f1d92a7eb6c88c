/** Copies the demo pictures from the project's assets into file storage, in every width pages use. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_WIDTHS } from '#core/goods/catalogue/pictures/picture.ts';
import { tintOf } from '#platform/drawing/fit-picture.ts';
import { files } from '#platform/files/files.ts';
import { drawnFile } from './catalogue/product.ts';
import type { DemoProduct } from './demo-catalogue.ts';

/** A stored picture. `key` is the value of product_images.key. */
export type StoredPicture = {
  productSlug: string;
  position: number;
  key: string;
  alt: string;
  tint: string;
};

/** Stores every picture of the products. Keys contain a hash of the content, so storing again changes nothing. */
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
