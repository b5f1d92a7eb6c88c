import { LegalPage } from '#core/ground/settings/content/ui/legal-view.tsx';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/terms.page';
import { readPageText } from './content-queries.server.ts';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await readPageText('terms'), origin: context.get(requestInfo).origin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.text.title ?? '',
    description: 'What you can expect from us, and what we ask of you when you reserve.',
    path: '/terms',
    origin: loaderData?.origin,
  });

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} />;
}
