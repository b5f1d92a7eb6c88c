/** Renders the top of the home page: where the farm is, who runs it, when customers can come. */

import { Link } from 'react-router';
import type { OpeningWords } from '#shop/kit/opening-words.server.ts';
import { useVeiled } from '#ui/veil.ts';

/** When the band is taller than the picture would be, the picture is cropped at its sides to fill the band's height. */
const SIZES = '(max-width: 639px) 412px, (max-width: 740px) 740px, 100vw';

const widthsOf = (name: string) =>
  [800, 1200, 2400].map((width) => `/art/${name}-${width}.webp ${width}w`).join(', ');

export function HomeBand({
  name,
  tagline,
  opening,
}: {
  name: string;
  tagline: string;
  opening: OpeningWords;
}) {
  const veiled = useVeiled();
  return (
    <section className="relative isolate overflow-hidden bg-spruce-100">
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet={widthsOf('home-band-night')} sizes={SIZES} />
        <img
          src="/art/home-band-1200.webp"
          srcSet={widthsOf('home-band')}
          sizes={SIZES}
          width={2400}
          height={700}
          alt=""
          loading={veiled ? 'lazy' : undefined}
          fetchPriority={veiled ? undefined : 'high'}
          className="absolute inset-0 -z-10 size-full object-cover object-[50%_45%]"
        />
      </picture>
      <div className="shell pt-2.5 pb-2.5 sm:pt-6 sm:pb-8">
        <h1 className="max-w-[92%] text-2xl sm:text-4xl">{name}</h1>
        {/* Phones show it with the farm's other words, below the menu. */}
        {tagline ? <p className="mt-2 max-w-xl text-lg max-sm:hidden">{tagline}</p> : null}
        <p className="figures mt-1 inline-flex flex-wrap gap-x-4 rounded-control bg-paper/85 px-3 py-0.5 text-xs font-medium sm:mt-4 sm:gap-x-5 sm:py-1 sm:text-sm">
          <span className="inline-flex items-center gap-2">
            <span
              aria-hidden="true"
              className={`size-2.5 shrink-0 rounded-pill ${opening.open ? 'bg-spruce-500' : 'border-2 border-ink-soft'}`}
            />
            {opening.state}
          </span>
          {opening.nextPickup ? (
            <span className="max-sm:pl-4.5">{`Next pickup: ${opening.nextPickup}`}</span>
          ) : null}
        </p>
      </div>
    </section>
  );
}

/** The farm in few lines, with a link to more. */
export function FarmLines({ tagline, description }: { tagline: string; description: string }) {
  return (
    <div className="shell border-t border-line pt-8 pb-16">
      {tagline ? (
        <p className="mb-3 max-w-3xl font-display text-xl font-medium sm:hidden">{tagline}</p>
      ) : null}
      <p className="max-w-3xl sm:text-lg">
        {description ? `${description} ` : null}
        <Link
          to="/about"
          className="font-medium whitespace-nowrap text-spruce-700 underline underline-offset-4 max-[13em]:whitespace-normal"
        >
          About the farm
        </Link>
      </p>
    </div>
  );
}
