import { LegalPage } from '#core/ground/settings/content/ui/legal-view.tsx';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/accessibility.page';
import { readPageText } from './content-queries.server.ts';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await readPageText('accessibility'), origin: context.get(requestInfo).origin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.text.title ?? '',
    description: 'What works on this site, what does not work yet, and how to reach us.',
    path: '/accessibility',
    origin: loaderData?.origin,
  });

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} since="Last changed" />;
}
