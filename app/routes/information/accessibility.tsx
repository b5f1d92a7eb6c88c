import { readPageText } from '#features/settings/content-queries.server.ts';
import { LegalPage } from '#features/settings/ui/legal-page.tsx';
import type { CacheHandle } from '#platform/cached-for-guests.ts';
import { requestInfo } from '#platform/request-context.ts';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/accessibility';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await readPageText('accessibility'), origin: context.get(requestInfo).origin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.text.title ?? '',
    description: 'What works on this site for whom, what does not yet, and how to tell us.',
    path: '/accessibility',
    origin: loaderData?.origin,
  });

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} since="Last changed" />;
}
