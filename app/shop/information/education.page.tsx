import { plainText } from '#core/ground/settings/content/content.ts';
import { EducationPage } from '#core/ground/settings/content/ui/education-view.tsx';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/education.page';
import { readPageText } from './content-queries.server.ts';

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
