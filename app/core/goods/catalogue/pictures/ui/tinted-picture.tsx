/** Renders a product's picture, 4:5, on its own color; without a picture, a background tinted by strain type. */
import { useVeiled } from '#ui/veil.ts';
import type { ProductPicture } from '../../products/product.ts';
import type { StrainType } from '../../search/strain.ts';
import { type PictureWidth, PLACEHOLDER_PICTURE, pictureSrcSet, pictureUrl } from '../picture.ts';

const grounds: Record<StrainType, string> = {
  indica: 'bg-spruce-100',
  sativa: 'bg-ochre-100',
  hybrid: 'bg-river-100',
  balanced: 'bg-clay-100',
};

/** The class of the background. */
export function groundOf(strain: StrainType | null): string {
  return strain === null ? 'bg-cream' : grounds[strain];
}

/**
 * `sizes` as in HTML. `urgent` is for what is visible first: the first picture loads before everything else,
 * the rest of the first row immediately, pictures below when they are near the viewport.
 */
export function Picture({
  picture,
  name,
  sizes,
  widest,
  urgent = 'lazy',
  className,
}: {
  picture: ProductPicture | null;
  /** The product's name, if the picture has no text of its own. */
  name: string;
  sizes: string;
  /** The widest file the place can need; all of them if omitted. */
  widest?: PictureWidth;
  urgent?: 'first' | 'eager' | 'lazy';
  /** Must position it, so that it is above its color. */
  className: string;
}) {
  const waits = useVeiled() || urgent === 'lazy';
  const image = (
    <img
      src={picture ? pictureUrl(picture.key, 640) : PLACEHOLDER_PICTURE}
      srcSet={pictureSrcSet(picture?.key ?? null, widest)}
      sizes={picture ? sizes : undefined}
      width={640}
      height={800}
      alt={picture?.alt || name}
      loading={waits ? 'lazy' : undefined}
      fetchPriority={urgent === 'first' && !waits ? 'high' : undefined}
      decoding={urgent === 'first' ? undefined : 'async'}
      className={className}
    />
  );
  // Inside a <picture>, React does not preload the image in the page's head: only the first picture is
  // preloaded, and a card whose picture is not in the head can be cached.
  const placed = urgent === 'eager' ? <picture className="contents">{image}</picture> : image;
  if (!picture?.tint) return placed;
  return (
    <>
      {/* An SVG attribute, because the policy forbids inline styles. */}
      <svg aria-hidden="true" className="tint" color={picture.tint} />
      {placed}
    </>
  );
}
