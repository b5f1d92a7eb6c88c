/** Renders the farm's story, with a picture beside each of its first parts. */
import type { ReactNode } from 'react';
import { FarmFilm } from '#ui/farm-film.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { ProseBody, ProseText } from '#ui/prose.tsx';
import type { StoreSettings } from '../../settings.ts';
import type { PageView } from '../content.ts';

/** The three pictures, made by the project's own script; one beside each part of the story. They show no real farm. */
const pictures = [
  { name: 'about-confluence', alt: 'Drawing of two rivers meeting below wooded ridges' },
  { name: 'about-autumn-rows', alt: 'Drawing of plants in rows on a slope in autumn' },
  { name: 'about-barn', alt: 'Drawing of a barn under a hill at dusk' },
] as const;

export function AboutPage({
  text,
  titleAs,
  store,
  children,
}: {
  text: PageView;
  /** Inside another page's preview: h2. */
  titleAs?: 'h1' | 'h2';
  store: Pick<StoreSettings, 'legalName' | 'licenseType' | 'licenseNumber'>;
  /** Directions to the store; not part of the text. */
  children?: ReactNode;
}) {
  return (
    <div className="@container">
      <div className="shell">
        <div className="items-center gap-x-16 @5xl:grid @5xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @5xl:pt-14">
          <PageHead title={text.title} titleAs={titleAs} intro={<ProseText pieces={text.intro} />} />
          <FarmFilm />
        </div>
        <div className="mt-16 space-y-16 @5xl:mt-24 @5xl:space-y-24">
          {text.sections.map((section, index) => {
            const picture = pictures[index];
            return (
              <section
                key={section.heading}
                className="grid items-center gap-x-16 gap-y-6 @3xl:grid-cols-2 @5xl:grid-cols-[3fr_2fr] @3xl:even:[&>img]:order-last @5xl:even:grid-cols-[2fr_3fr]"
              >
                {picture ? (
                  <img
                    src={`/art/${picture.name}-800.webp`}
                    srcSet={`/art/${picture.name}-800.webp 800w, /art/${picture.name}.webp 1600w`}
                    sizes="(min-width: 80rem) 44rem, (min-width: 64rem) 56vw, (min-width: 48rem) 50vw, 100vw"
                    width={1600}
                    height={1067}
                    loading="lazy"
                    alt={picture.alt}
                    className="h-auto w-full rounded-surface"
                  />
                ) : null}
                <div className="measure">
                  <h2 className="mb-4 text-2xl">{section.heading}</h2>
                  <ProseBody section={section} />
                </div>
              </section>
            );
          })}
        </div>
        {children ? <div className="mt-16 @5xl:mt-24">{children}</div> : null}
        <p className="mt-16 border-t @5xl:mt-24 border-line pt-6 text-sm text-ink-soft">
          {store.legalName} holds New York State {store.licenseType} license{' '}
          <span className="font-medium text-ink">{store.licenseNumber}</span>.
        </p>
      </div>
    </div>
  );
}
