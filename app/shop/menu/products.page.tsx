/** /products: the catalogue (specification section 2). */

import { NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { readCatalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { readFilter } from '#core/goods/catalogue/read-filter.ts';
import { sendCatalogue } from '#core/goods/catalogue/sent-catalogue.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { storePicture } from '#core/ground/frame/link-preview.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { cardAction } from '#shop/cart/card-action.tsx';
import { MarksProvider } from '#shop/kit/marks.tsx';
import { readMarks } from '#shop/kit/marks-queries.server.ts';
import type { Route } from './+types/products.page';
import { canonicalOf, headTags, listTags, type PageHead, withoutCatalogue } from './catalogue-page.ts';
import { CatalogueFailed, CatalogueView } from './catalogue-view.tsx';

export const handle = { cachedForGuests: 'by-filter' } satisfies CacheHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const filter = readFilter(new URL(request.url).searchParams);
  const { store, compliance } = await readSettings();
  try {
    const [catalogue, marks] = await Promise.all([
      readCatalogue(filter),
      readMarks(context.get(actorContext)),
    ]);
    const shelf = catalogue.facets.categories.find(({ slug }) => slug === catalogue.filter.category);
    const { page } = catalogue.filter;
    const title = `${shelf?.name ?? 'Products'}${page > 1 ? `, page ${page}` : ''}`;
    const head: PageHead = {
      siteName: store.name,
      title: `${title} · ${store.name}`,
      description: `${shelf ? `${shelf.name} from` : 'Everything on the menu at'} ${store.name}. Reserve online, pick up in ${store.city}, ${store.state}. For adults ${compliance.minimumAge} and older.`,
      canonical: canonicalOf(origin, catalogue.filter, NO_FILTER),
      picture: storePicture(origin),
    };
    return { catalogue: sendCatalogue(catalogue), marks, head, origin, heading: shelf?.name ?? 'Products' };
  } catch (error) {
    log.error({ err: error }, 'the catalogue could not be read');
    return withoutCatalogue({ marks: null, head: null, origin, heading: 'Products' }, isDatabaseAway(error));
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.head
    ? [...headTags(loaderData.head), ...listTags(loaderData.origin, loaderData.catalogue)]
    : [{ title: 'Products' }];

export default function Products({ loaderData }: Route.ComponentProps) {
  const { catalogue, marks, heading } = loaderData;
  if (!catalogue)
    return <CatalogueFailed retry="/products" isAway={'isAway' in loaderData && loaderData.isAway} />;
  return (
    <MarksProvider marks={marks}>
      <CatalogueView
        catalogue={catalogue}
        path="/products"
        heading={<h1 className="text-2xl sm:text-4xl">{heading}</h1>}
        action={cardAction}
      />
    </MarksProvider>
  );
}
