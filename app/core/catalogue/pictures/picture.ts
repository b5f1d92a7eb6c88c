/**
 * Where a product's pictures are found. `product_images.key` names a picture without width and ending; file
 * storage holds it under `public/` once per width as WebP, so that a phone fetches no more than it shows.
 */

/** Pixels of width that every picture exists in; height is 5/4 of it. */
export const PICTURE_WIDTHS = [320, 640, 1200] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Shown where a product has no picture (specification section 9). */
export const PLACEHOLDER_PICTURE = '/placeholder-product.jpg';

/** The address of one width of a picture; the placeholder's without a key. */
export function pictureUrl(key: string | null, width: PictureWidth): string {
  return key === null ? PLACEHOLDER_PICTURE : `/media/${key}-${width}.webp`;
}

/** `srcset` over all widths; undefined for the placeholder, which exists once. */
export function pictureSrcSet(key: string | null): string | undefined {
  if (key === null) return undefined;
  return PICTURE_WIDTHS.map((width) => `${pictureUrl(key, width)} ${width}w`).join(', ');
}

/**
 * The key of the next smaller width of the picture that this key names; null where there is none, or where the key
 * names something else.
 */
export function smallerPictureKey(key: string): string | null {
  const [, name, width] = /^(.+)-(\d+)\.webp$/.exec(key) ?? [];
  const smaller = PICTURE_WIDTHS[PICTURE_WIDTHS.findIndex((each) => String(each) === width) - 1];
  return name === undefined || smaller === undefined ? null : `${name}-${smaller}.webp`;
}
