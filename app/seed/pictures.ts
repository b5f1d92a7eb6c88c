/** The demo pictures on their way from the project's assets into file storage, in every width pages ask for. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { files } from '#platform/files.ts';
import type { DemoProduct } from './demo-catalogue.ts';

/** Widths in pixels; `#features/catalogue/picture.ts` builds URLs from a key and one of them. */
const WIDTHS = [320, 640, 1200] as const;

/** How many pictures are in memory at once. */
const AT_ONCE = 4;

/** WebP effort 2 of 6: a fifth of the time of the default for about 5 % more bytes. */
const WEBP = { quality: 80, effort: 2 } as const;

/** A picture that is in storage. `key` is what product_images.key holds. */
export type StoredPicture = { productSlug: string; position: number; key: string; alt: string };

/**
 * Stores every picture of the products. One that has not been drawn is left out, and its product shows the
 * placeholder. Keys carry a hash of the content, so storing again changes nothing.
 */
export async function storeDemoPictures(
  root: string,
  products: readonly DemoProduct[],
): Promise<StoredPicture[]> {
  const waiting = products.flatMap((product) =>
    product.images.map((image, position) => ({ product, image, position })),
  );
  const stored: StoredPicture[] = [];
  const store = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { product, image, position } = next;
      const drawn = await readFile(join(root, 'assets', image.file)).catch(() => null);
      if (!drawn) continue;
      const hash = createHash('sha256').update(drawn).digest('hex').slice(0, 12);
      const key = `products/${product.slug}-${hash}`;
      await storeWidths(key, drawn);
      stored.push({ productSlug: product.slug, position, key, alt: image.alt });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, store));
  return stored;
}

async function storeWidths(key: string, drawn: Buffer): Promise<void> {
  const { width: drawnWidth, format } = await sharp(drawn).metadata();
  for (const width of WIDTHS) {
    // What already has the width is kept as it was drawn: decoding and encoding it again costs time and sharpness.
    const bytes =
      format === 'webp' && drawnWidth === width
        ? drawn
        : await sharp(drawn).resize({ width, withoutEnlargement: true }).webp(WEBP).toBuffer();
    await files().put(`public/${key}-${width}.webp`, bytes, 'image/webp');
  }
}
