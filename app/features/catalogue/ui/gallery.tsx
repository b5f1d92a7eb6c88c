/** A product's pictures: one strip that slides, and thumbnails that are links into it, so that it needs no script. */
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
        className={`relative flex snap-x snap-mandatory overflow-x-auto rounded-surface [scrollbar-width:none] ${groundOf(strainType)}`}
      >
        {shown.map((picture, place) => (
          <li
            key={picture?.key ?? 'none'}
            id={`picture-${place + 1}`}
            className="aspect-square w-full shrink-0 snap-start"
          >
            <Picture
              picture={picture}
              name={name}
              sizes="(min-width: 1024px) 34rem, 100vw"
              urgent={place === 0 ? 'first' : 'lazy'}
              className="size-full object-cover"
            />
          </li>
        ))}
      </ul>
      {shown.length > 1 ? (
        <ul className="mt-3 flex gap-3">
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
