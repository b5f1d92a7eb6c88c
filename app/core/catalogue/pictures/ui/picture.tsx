/** A product's picture, 4:5, on its own color; on a ground tinted by its strain type where it has none. */
import { useVeiled } from '#ui/veil.ts';
import type { ProductPicture } from '../../products/product.ts';
import type { StrainType } from '../../search/strain.ts';
import { PLACEHOLDER_PICTURE, pictureSrcSet, pictureUrl } from '../picture.ts';

const grounds: Record<StrainType, string> = {
  indica: 'bg-spruce-100',
  sativa: 'bg-ochre-100',
  hybrid: 'bg-river-100',
  balanced: 'bg-clay-100',
};

/** The ground's class. */
export function groundOf(strain: StrainType | null): string {
  return strain === null ? 'bg-cream' : grounds[strain];
}

/**
 * `sizes` as in HTML. `urgent` is for what is seen first: the first picture is fetched before all else, the
 * rest of the first row at once, everything below when it comes near.
 */
export function Picture({
  picture,
  name,
  sizes,
  urgent = 'lazy',
  className = '',
}: {
  picture: ProductPicture | null;
  /** The product's, where the picture says nothing of its own. */
  name: string;
  sizes: string;
  urgent?: 'first' | 'eager' | 'lazy';
  className?: string;
}) {
  const waits = useVeiled() || urgent === 'lazy';
  const image = (
    <img
      src={picture ? pictureUrl(picture.key, 640) : PLACEHOLDER_PICTURE}
      srcSet={pictureSrcSet(picture?.key ?? null)}
      sizes={picture ? sizes : undefined}
      width={640}
      height={800}
      alt={picture?.alt || name}
      loading={waits ? 'lazy' : undefined}
      fetchPriority={urgent === 'first' && !waits ? 'high' : undefined}
      decoding={urgent === 'first' ? undefined : 'async'}
      className={`relative ${className}`}
    />
  );
  // In a <picture> React does not ask for it in the page's head: that place is the first one's, and a card with a picture
  // that the head does not name can be kept.
  const placed = urgent === 'eager' ? <picture className="contents">{image}</picture> : image;
  if (!picture?.tint) return placed;
  return (
    <>
      {/* An attribute of SVG, because the policy forbids styles that are written into the page. */}
      <svg aria-hidden="true" className="tint" color={picture.tint} />
      {placed}
    </>
  );
}
