import { LegalPage } from '#core/ground/settings/content/ui/legal-view.tsx';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/privacy.page';
import { readPageText } from './content-queries.server.ts';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await readPageText('privacy'), origin: context.get(requestInfo).origin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.text.title ?? '',
    description: 'What we store about you, why, for how long, and how to have it changed or deleted.',
    path: '/privacy',
    origin: loaderData?.origin,
  });

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} />;
}
