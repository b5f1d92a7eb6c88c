import { plainSection } from '#features/settings/content.ts';
import { readPageText } from '#features/settings/content-queries.server.ts';
import { FaqPage } from '#features/settings/ui/faq-page.tsx';
import type { CacheHandle } from '#platform/cached-for-guests.ts';
import { requestInfo } from '#platform/request-context.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { VisitOfShop } from '#shell/visit-of-shop.tsx';
import type { Route } from './+types/faq';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

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
            text: plainSection(section),
          },
        })),
      },
    },
  ];
};

export default function Faq({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <FaqPage text={text}>
      <VisitOfShop />
    </FaqPage>
  );
}
