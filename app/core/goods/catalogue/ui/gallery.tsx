/**
 * Renders a product's pictures: a strip that scrolls across the full width of a phone, and links to each
 * picture, so that it needs no script. The links are dots on phones and thumbnails on wider screens; a script
 * marks the visible one. Each picture enlarges, in a dialog or, without scripts, as a file of its own.
 */
import { type MouseEvent, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { ZoomIn } from '#ui/icons.ts';
import { pictureUrl } from '../pictures/picture.ts';
import { groundOf, Picture } from '../pictures/ui/tinted-picture.tsx';
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
  const dialog = useRef<HTMLDialogElement>(null);
  const [enlarged, setEnlarged] = useState<ProductPicture | null>(null);
  const [isFullSize, setFullSize] = useState(false);
  const hydrated = useHydrated();
  const isOne = shown.length === 1;
  const words = (place: number) => `Picture ${place + 1} of ${shown.length}`;
  /** Scrolls the strip without moving the page or changing the address. */
  const slide = (event: MouseEvent, place: number) => {
    if (!strip.current) return;
    event.preventDefault();
    strip.current.scrollTo({ left: place * strip.current.clientWidth });
  };
  const enlarge = (event: MouseEvent<HTMLElement>, picture: ProductPicture) => {
    if (!dialog.current || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // Not every browser focuses a pressed link, and focus returns here.
    event.currentTarget.focus();
    setEnlarged(picture);
    setFullSize(false);
    dialog.current.showModal();
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
        className="relative mx-[calc(-1*var(--edge))] flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] motion-safe:scroll-smooth md:mx-0 md:rounded-surface"
      >
        {shown.map((picture, place) => (
          <li
            key={picture?.key ?? 'none'}
            id={`picture-${place + 1}`}
            className={`slide ${groundOf(strainType)}`}
          >
            {isOne ? null : <span className="sr-only">{words(place)}: </span>}
            {/* On phones it is 14.4rem wide: at three dots a pixel 690, for which Safari would load 1200 instead of 640. */}
            <Picture
              picture={picture}
              name={name}
              sizes="(min-width: 1280px) 36rem, (min-width: 1024px) 34rem, (min-width: 768px) 50vw, 13.25rem"
              urgent={place === 0 ? 'first' : 'lazy'}
              className="relative"
            />
            {picture ? (
              <a
                href={pictureUrl(picture.key, 1200)}
                onClick={(event) => enlarge(event, picture)}
                aria-label={isOne ? 'Enlarge the picture' : `Enlarge picture ${place + 1}`}
                className="enlarge"
              >
                <ZoomIn aria-hidden="true" className="size-5" />
              </a>
            ) : null}
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
                  className="relative hidden h-22 w-18 object-cover md:block"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <dialog ref={dialog} aria-label={name} className="enlarged" onClose={() => setEnlarged(null)}>
        <Button rank="secondary" className="sticky top-3 left-3 z-10" onClick={() => dialog.current?.close()}>
          Close
        </Button>
        {enlarged ? (
          <button
            type="button"
            aria-label={isFullSize ? 'Fit the picture on the screen' : 'Show the picture at full size'}
            onClick={() => setFullSize(!isFullSize)}
            className={`block ${isFullSize ? 'cursor-zoom-out' : 'cursor-zoom-in'}`}
          >
            <img
              src={pictureUrl(enlarged.key, 1200)}
              width={1200}
              height={1500}
              alt={enlarged.alt || name}
              className={isFullSize ? 'max-w-none' : 'h-auto max-h-[calc(100dvh-4rem)] w-auto max-w-full'}
            />
          </button>
        ) : null}
      </dialog>
    </section>
  );
}
