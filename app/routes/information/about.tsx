import { plainText } from '#features/settings/content.ts';
import { readPageText } from '#features/settings/content-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { AboutPage } from '#features/settings/ui/about-page.tsx';
import type { CacheHandle } from '#platform/cached-for-guests.ts';
import { requestInfo } from '#platform/request-context.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { VisitOfShop } from '#shell/visit-of-shop.tsx';
import type { Route } from './+types/about';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const [text, { store }] = await Promise.all([readPageText('about'), readSettings()]);
  return {
    text,
    store: { legalName: store.legalName, licenseType: store.licenseType, licenseNumber: store.licenseNumber },
    origin: context.get(requestInfo).origin,
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.text.title ?? '',
    description: loaderData ? plainText(loaderData.text.intro) : undefined,
    path: '/about',
    origin: loaderData?.origin,
  });

export default function About({ loaderData: { text, store } }: Route.ComponentProps) {
  return (
    <AboutPage text={text} store={store}>
      <VisitOfShop />
    </AboutPage>
  );
}
