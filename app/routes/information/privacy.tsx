import { readPageText } from '#features/settings/content-queries.server.ts';
import { LegalPage } from '#features/settings/ui/legal-page.tsx';
import type { CacheHandle } from '#platform/cached-for-guests.ts';
import { requestInfo } from '#platform/request-context.ts';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/privacy';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await readPageText('privacy'), origin: context.get(requestInfo).origin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.text.title ?? '',
    description: 'What we keep about you, why, for how long, and how to have it changed or removed.',
    path: '/privacy',
    origin: loaderData?.origin,
  });

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} />;
}
