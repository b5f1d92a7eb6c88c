/** The first thing on the home page: where we are, who we are, when one can come. */

import { Link } from 'react-router';
import { useVeiled } from '#ui/veil.ts';

export type OpeningWords = {
  open: boolean;
  /** 'Open until 7:00 PM', 'Closed, opens tomorrow at 10:00 AM'. */
  state: string;
  /** 'Today from 2:00 PM'; null where no slot is free. */
  nextPickup: string | null;
};

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
      <img
        src="/art/home-band-1200.webp"
        srcSet="/art/home-band-800.webp 800w, /art/home-band-1200.webp 1200w, /art/home-band-2400.webp 2400w"
        // Higher than the picture is on phones, so it is cut at the sides and must be wider than the screen.
        sizes="(max-width: 767px) 310vw, 100vw"
        width={2400}
        height={700}
        alt=""
        loading={veiled ? 'lazy' : undefined}
        fetchPriority={veiled ? undefined : 'high'}
        className="absolute inset-0 -z-10 size-full object-cover object-bottom"
      />
      <div className="shell flex min-h-72 flex-col justify-start pt-10 pb-24 sm:min-h-88 sm:pt-14 lg:min-h-100">
        <h1 className="text-3xl sm:text-4xl">{name}</h1>
        <p className="mt-3 max-w-md text-base sm:text-lg">{tagline}</p>
        <p className="figures mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-medium">
          <span className="inline-flex items-center gap-2">
            <span
              aria-hidden="true"
              className={`size-2.5 rounded-pill ${opening.open ? 'bg-spruce-500' : 'border-2 border-ink-soft'}`}
            />
            {opening.state}
          </span>
          {opening.nextPickup ? (
            <span className="rounded-pill bg-paper/80 px-3 py-1">Next pickup: {opening.nextPickup}</span>
          ) : null}
        </p>
      </div>
    </section>
  );
}

/** The shelves as a quiet row of links. */
export function CategoryRow({
  categories,
}: {
  categories: readonly { slug: string; name: string; count: number }[];
}) {
  return (
    <nav aria-label="Categories" className="border-b border-line">
      <ul className="shell flex gap-x-6 overflow-x-auto py-1 text-sm font-medium whitespace-nowrap [scrollbar-width:none] lg:flex-wrap lg:py-2">
        {categories.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              to={`/products?category=${encodeURIComponent(slug)}`}
              className="inline-flex min-h-11 items-center text-spruce-700 lg:min-h-9 underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
