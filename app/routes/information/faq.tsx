import { Plus } from 'lucide-react';
import { plainText } from '#features/settings/content.ts';
import { readPageText } from '#features/settings/content-queries.server.ts';
import { requestInfo } from '#platform/request-context.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { PageHead } from '#ui/page-head.tsx';
import { ProseBody, ProseText, sectionId } from '#ui/prose.tsx';
import type { Route } from './+types/faq';

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await readPageText('faq'), origin: context.get(requestInfo).origin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { text, origin } = loaderData;
  return [
    ...pageMeta(matches, {
      title: text.title,
      description: 'Age, ID, cash, pickup times, returns and everything else people ask us.',
      path: '/faq',
      origin,
    }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: text.sections.map((section) => ({
          '@type': 'Question',
          name: section.heading,
          acceptedAnswer: {
            '@type': 'Answer',
            text: [...section.paragraphs, ...section.list].map(plainText).join(' '),
          },
        })),
      },
    },
  ];
};

export default function Faq({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <div className="shell lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:gap-x-20">
      <div>
        <div className="lg:sticky lg:top-16">
          <PageHead title={text.title} intro={<ProseText pieces={text.intro} />} />
          <img
            src="/art/ridge-line.svg"
            alt=""
            width={320}
            height={120}
            loading="lazy"
            className="hidden w-72 lg:block"
          />
        </div>
      </div>
      <div className="border-t border-line lg:mt-14">
        {text.sections.map((section) => (
          <details
            key={section.heading}
            id={sectionId(section.heading)}
            className="group border-b border-line"
          >
            <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-3 text-lg font-medium hover:text-spruce-700 [&::-webkit-details-marker]:hidden">
              <h2 className="font-sans text-base font-medium tracking-normal sm:text-lg">
                {section.heading}
              </h2>
              <Plus
                aria-hidden="true"
                className="size-5 shrink-0 text-ochre-700 transition-transform group-open:rotate-45"
              />
            </summary>
            <div className="measure pb-6 text-ink-soft">
              <ProseBody section={section} />
            </div>
          </details>
        ))}
      </div>
    </div>
  );
}
