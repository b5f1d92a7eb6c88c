import { plainText } from '#features/settings/content.ts';
import { readPageText } from '#features/settings/content-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { EducationPage } from '#features/settings/ui/education-page.tsx';
import type { CacheHandle } from '#platform/cached-for-guests.ts';
import { requestInfo } from '#platform/request-context.ts';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/education';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const [text, { warnings }] = await Promise.all([readPageText('education'), readSettings()]);
  return { text, warnings, origin: context.get(requestInfo).origin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.text.title ?? '',
    description: loaderData ? plainText(loaderData.text.intro) : undefined,
    path: '/education',
    origin: loaderData?.origin,
  });

export default function Education({ loaderData: { text, warnings } }: Route.ComponentProps) {
  return <EducationPage text={text} warnings={warnings} />;
}
