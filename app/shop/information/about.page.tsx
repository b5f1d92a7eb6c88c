import { plainText } from '#core/ground/settings/content/content.ts';
import { AboutPage } from '#core/ground/settings/content/ui/about-view.tsx';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/about.page';
import { readPageText } from './content-queries.server.ts';
import { VisitOfShop } from './visit-of-shop.tsx';

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
