/**
 * Renders a product's pictures: a strip that scrolls across the full width of a phone, and links to each
 * picture, so that it needs no script. The links are dots on phones and thumbnails on wider screens; a script
 * marks the visible one.
 */
import { type MouseEvent, useRef, useState } from 'react';
import { useHydrated } from '#ui/hydrated.ts';
import { groundOf, Picture } from '../pictures/ui/picture.tsx';
import type { ProductPicture } from '../products/product.ts';
import type { StrainType } from '../search/strain.ts';

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
  const strip = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState(0);
  const hydrated = useHydrated();
  const isOne = shown.length === 1;
  const words = (place: number) => `Picture ${place + 1} of ${shown.length}`;
  /** Scrolls the strip without moving the page or changing the address. */
  const slide = (event: MouseEvent, place: number) => {
    if (!strip.current) return;
    event.preventDefault();
    strip.current.scrollTo({ left: place * strip.current.clientWidth });
  };
  return (
    <section aria-label="Pictures" className="relative">
      <ul
        ref={strip}
        // A scrollable strip must be reachable by keyboard.
        tabIndex={isOne ? undefined : 0}
        aria-label={isOne ? undefined : 'Pictures, scroll sideways'}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setSeen(Math.round(scrollLeft / clientWidth))
        }
        className="relative mx-[calc(-1*var(--edge))] flex snap-x snap-mandatory overflow-x-auto -outline-offset-3 [scrollbar-width:none] motion-safe:scroll-smooth md:mx-0 md:rounded-surface"
      >
        {shown.map((picture, place) => (
          <li
            key={picture?.key ?? 'none'}
            id={`picture-${place + 1}`}
            className={`slide ${groundOf(strainType)}`}
          >
            {isOne ? null : <span className="sr-only">{words(place)}: </span>}
            <Picture
              picture={picture}
              name={name}
              sizes="(min-width: 1280px) 27rem, (min-width: 1024px) 34rem, (min-width: 768px) 50vw, 15rem"
              urgent={place === 0 ? 'first' : 'lazy'}
            />
          </li>
        ))}
      </ul>
      {isOne ? null : (
        <ul aria-label="Choose a picture" className="picture-links">
          {shown.map((picture, place) => (
            <li key={picture?.key ?? 'none'} className="min-w-0">
              <a
                href={`#picture-${place + 1}`}
                onClick={(event) => slide(event, place)}
                aria-label={words(place)}
                aria-current={hydrated && place === seen ? 'true' : undefined}
                className="picture-link"
              >
                <span aria-hidden="true" className="dot" />
                <Picture
                  picture={picture}
                  name={name}
                  sizes="4.5rem"
                  className="hidden h-22 w-18 object-cover md:block"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
