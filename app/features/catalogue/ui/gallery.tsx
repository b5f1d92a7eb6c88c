/**
 * A product's pictures: one strip that slides, and thumbnails that are links into it, so that it needs no
 * script. On phones the pictures stand small, side by side, and leave room for name, price and action.
 */
import type { MouseEvent } from 'react';
import type { ProductPicture } from '../product.ts';
import type { StrainType } from '../strain.ts';
import { groundOf, Picture } from './picture.tsx';

export function Gallery({
  pictures,
  name,
  strainType,
}: {
  pictures: readonly ProductPicture[];
  name: string;
  strainType: StrainType | null;
}) {
  const shown: readonly (ProductPicture | null)[] = pictures.length > 0 ? pictures : [null];
  const single = shown.length === 1;
  /** Slides the strip without moving the page or the address. */
  const slide = (event: MouseEvent<HTMLAnchorElement>) => {
    const target = document.getElementById(event.currentTarget.hash.slice(1));
    if (!target?.parentElement) return;
    event.preventDefault();
    target.parentElement.scrollTo({
      left: target.offsetLeft - target.parentElement.offsetLeft,
      behavior: 'smooth',
    });
  };
  return (
    <section aria-label="Pictures">
      <ul
        // A strip that scrolls must be reachable by keyboard.
        tabIndex={shown.length > 1 ? 0 : undefined}
        aria-label={shown.length > 1 ? 'Pictures, scroll sideways' : undefined}
        className="relative flex snap-x snap-mandatory gap-2 overflow-x-auto rounded-surface [scrollbar-width:none] md:gap-0"
      >
        {shown.map((picture, place) => (
          <li
            key={picture?.key ?? 'none'}
            id={`picture-${place + 1}`}
            className={`${single ? 'h-76 w-full' : 'h-64'} shrink-0 snap-start overflow-hidden rounded-surface md:aspect-square md:h-auto md:w-full md:rounded-none ${groundOf(strainType)}`}
          >
            <Picture
              picture={picture}
              name={name}
              sizes={`(min-width: 1024px) 34rem, (min-width: 768px) 50vw, ${single ? '100vw' : '13rem'}`}
              urgent={place === 0 ? 'first' : 'lazy'}
              className={`object-cover md:size-full ${single ? 'size-full object-[50%_55%]' : 'aspect-4/5 h-full w-auto'} md:aspect-auto md:object-center`}
            />
          </li>
        ))}
      </ul>
      {shown.length > 1 ? (
        <ul className="mt-3 hidden gap-3 md:flex">
          {shown.map((picture, place) => (
            <li key={picture?.key ?? 'none'}>
              <a
                href={`#picture-${place + 1}`}
                onClick={slide}
                aria-label={`Picture ${place + 1} of ${shown.length}`}
                className={`block overflow-hidden rounded-control ${groundOf(strainType)}`}
              >
                <Picture picture={picture} name={name} sizes="4.5rem" className="h-22 w-18 object-cover" />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
