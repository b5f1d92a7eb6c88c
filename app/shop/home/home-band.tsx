/** Renders the top of the home page: where the farm is, who runs it, when customers can come. */

import { Link } from 'react-router';
import { CachedPart } from '#ui/cached-part.tsx';
import { useVeiled } from '#ui/veil.ts';

export type OpeningWords = {
  open: boolean;
  /** 'Open until 7:00 PM', 'Closed, opens tomorrow at 10:00 AM'. */
  state: string;
  /** 'Today from 2:00 PM'; null if no slot is free, and while no reservations are taken. */
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
        // When the band is taller than the picture would be, the picture is cropped at its sides to fill the band's
        // height.
        sizes="(max-width: 639px) 600px, (max-width: 740px) 740px, 100vw"
        width={2400}
        height={700}
        alt=""
        loading={veiled ? 'lazy' : undefined}
        fetchPriority={veiled ? undefined : 'high'}
        className="scenery absolute inset-0 -z-10 size-full object-cover object-[50%_45%]"
      />
      <div className="shell pt-4 pb-4 sm:pt-6 sm:pb-8">
        <h1 className="text-3xl sm:text-4xl">{name}</h1>
        <p className="mt-1 max-w-xl text-[0.875rem]/[1.25rem] sm:mt-2 sm:text-lg">{tagline}</p>
        <p className="figures mt-2.5 inline-flex flex-wrap gap-x-5 rounded-control bg-paper/85 px-3 py-1 text-xs font-medium sm:mt-4 sm:text-sm">
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

/** The farm in two lines, with a link to more. */
export function FarmLines({ description }: { description: string }) {
  return (
    <div className="shell pt-6 pb-5 sm:pt-8 sm:pb-7">
      <p className="max-w-3xl sm:text-lg">
        {description}{' '}
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

/** The shelves as a quiet row of links: one line that scrolls on small screens, lines of equal length on wide ones. */
export function CategoryRow({
  categories,
}: {
  categories: readonly { slug: string; name: string; count: number }[];
}) {
  return (
    <nav aria-label="Categories" className="border-b border-line print:hidden">
      <CachedPart
        as="ul"
        className="shell -my-0.5 flex gap-x-6 overflow-x-auto py-1.5 text-sm font-medium whitespace-nowrap [scrollbar-width:none] lg:block lg:text-balance lg:whitespace-normal"
        name="shelves"
        part={Shelves}
        by={{ shelves: categories.map(({ slug, name }) => ({ slug, name })) }}
      />
    </nav>
  );
}

function Shelves({ shelves }: { shelves: readonly { slug: string; name: string }[] }) {
  return shelves.map(({ slug, name }) => (
    <li
      key={slug}
      className="whitespace-nowrap last:pr-4 lg:mr-4.5 lg:inline-block lg:last:mr-0 lg:last:pr-0"
    >
      <Link
        to={`/products?category=${encodeURIComponent(slug)}`}
        className="inline-flex min-h-11 items-center text-spruce-700 lg:min-h-9 underline-offset-4 hover:underline"
      >
        {name}
      </Link>
    </li>
  ));
}
