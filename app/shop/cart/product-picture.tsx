/** 4:5, as everywhere in the shop. The name is beside it, so the picture has no alternative text. */
export function ProductPicture({
  image,
  faded = false,
  isInSight = false,
  className = '',
}: {
  image: string | null;
  faded?: boolean;
  /** On the first screen of the page: loaded at once, because a lazy picture waits for the layout. */
  isInSight?: boolean;
  className?: string;
}) {
  return (
    <img
      src={image ?? '/placeholder-product.jpg'}
      alt=""
      width={104}
      height={130}
      loading={isInSight ? undefined : 'lazy'}
      className={`aspect-4/5 w-full self-start rounded-control bg-cream object-cover ${faded ? 'opacity-50 grayscale' : ''} ${className}`}
    />
  );
}
