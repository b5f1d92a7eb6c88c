import { plainText } from '#features/settings/content.ts';
import { readPageText } from '#features/settings/content-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { requestInfo } from '#platform/request-context.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { FarmFilm } from '#ui/farm-film.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { ProseBody, ProseText } from '#ui/prose.tsx';
import type { Route } from './+types/about';

export async function loader({ context }: Route.LoaderArgs) {
  const [text, { store }] = await Promise.all([readPageText('about'), readSettings()]);
  return {
    text,
    license: { number: store.licenseNumber, type: store.licenseType, holder: store.legalName },
    origin: context.get(requestInfo).origin,
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.text.title ?? '',
    description: loaderData ? plainText(loaderData.text.intro) : undefined,
    path: '/about',
    origin: loaderData?.origin,
  });

/** The three pictures, drawn by the project's own script; one beside each part of the story. */
const pictures = [
  { name: 'about-confluence', alt: 'Two river branches meeting below wooded ridges' },
  { name: 'about-autumn-rows', alt: 'Rows of plants on a slope in autumn' },
  { name: 'about-barn', alt: 'The barn under the hill at dusk' },
] as const;

export default function About({ loaderData: { text, license } }: Route.ComponentProps) {
  return (
    <div className="shell">
      <div className="items-center gap-x-16 lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:pt-14">
        <PageHead title={text.title} intro={<ProseText pieces={text.intro} />} />
        <FarmFilm />
      </div>
      <div className="mt-16 space-y-16 lg:mt-24 lg:space-y-24">
        {text.sections.map((section, index) => {
          const picture = pictures[index];
          return (
            <section
              key={section.heading}
              className="grid items-center gap-x-16 gap-y-6 md:grid-cols-2 lg:grid-cols-[3fr_2fr] md:even:[&>img]:order-last lg:even:grid-cols-[2fr_3fr]"
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
      <p className="mt-16 border-t lg:mt-24 border-line pt-6 text-sm text-ink-soft">
        {license.holder} holds New York State {license.type} license{' '}
        <span className="font-medium text-ink">{license.number}</span>.
      </p>
    </div>
  );
}
