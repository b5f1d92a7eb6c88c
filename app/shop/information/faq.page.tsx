import { plainSection } from '#core/ground/settings/content/content.ts';
import { faqGroups } from '#core/ground/settings/content/faq.ts';
import { FaqPage } from '#core/ground/settings/content/ui/faq-view.tsx';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/faq.page';
import { readPageText } from './content-queries.server.ts';
import { VisitOfShop } from './visit-of-shop.tsx';

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
        mainEntity: faqGroups(text.sections)
          .flatMap(({ questions }) => questions)
          .map((question) => ({
            '@type': 'Question',
            name: question.heading,
            acceptedAnswer: {
              '@type': 'Answer',
              text: plainSection(question),
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
