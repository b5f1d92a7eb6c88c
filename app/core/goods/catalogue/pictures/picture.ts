/**
 * Builds the addresses of a product's pictures. `product_images.key` names a picture without width and
 * extension; file storage has it under `public/` once per width as WebP, so that a phone downloads no more
 * than it shows.
 */

/** Widths of every picture in pixels; the height is 5/4 of the width. */
export const PICTURE_WIDTHS = [320, 640, 1200] as const;

/** Of the widest file of every picture, the placeholder's too, in pixels. */
export const PICTURE_SIZE = { width: 1200, height: 1500 } as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Shown if a product has no picture (specification section 9). */
export const PLACEHOLDER_PICTURE = '/placeholder-product.jpg';

/** The address of one width of a picture; the placeholder's if there is no key. */
export function pictureUrl(key: string | null, width: PictureWidth): string {
  return key === null ? PLACEHOLDER_PICTURE : `/media/${key}-${width}.webp`;
}

/** `srcset` over all widths up to `widest`; undefined for the placeholder, which exists once. */
export function pictureSrcSet(key: string | null, widest: PictureWidth = 1200): string | undefined {
  if (key === null) return undefined;
  return PICTURE_WIDTHS.filter((width) => width <= widest)
    .map((width) => `${pictureUrl(key, width)} ${width}w`)
    .join(', ');
}

/** The file key of the next smaller width; null if there is none, or if this key does not name a picture. */
export function smallerPictureKey(key: string): string | null {
  const [, name, width] = /^(.+)-(\d+)\.webp$/.exec(key) ?? [];
  const smaller = PICTURE_WIDTHS[PICTURE_WIDTHS.findIndex((each) => String(each) === width) - 1];
  return name === undefined || smaller === undefined ? null : `${name}-${smaller}.webp`;
}
