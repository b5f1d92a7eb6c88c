/** /: home, which is also the product list (specification section 2). */

import { readCatalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { readFilter } from '#core/goods/catalogue/read-filter.ts';
import { sendCatalogue } from '#core/goods/catalogue/sent-catalogue.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { storePicture } from '#core/ground/frame/link-preview.ts';
import { addressOf } from '#core/ground/settings/contact.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { cardAction } from '#shop/cart/card-action.tsx';
import { MarksProvider } from '#shop/kit/marks.tsx';
import { readMarks } from '#shop/kit/marks-queries.server.ts';
import { readOpeningWords } from '#shop/kit/opening-words.server.ts';
import { headTags, type PageHead, withoutCatalogue } from '#shop/menu/catalogue-page.ts';
import { CatalogueFailed, CatalogueView } from '#shop/menu/catalogue-view.tsx';
import type { Route } from './+types/home.page';
import { FreshShelf } from './fresh-shelf.tsx';
import { readFreshShelf } from './fresh-shelf-queries.server.ts';
import { FarmLines, HomeBand } from './home-band.tsx';
import { storeJsonLd } from './store-data.ts';

export const handle = { cachedForGuests: 'by-filter' } satisfies CacheHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const filter = readFilter(new URL(request.url).searchParams);
  const [{ store, compliance, pickup }, opening] = await Promise.all([readSettings(), readOpeningWords()]);
  const head: PageHead = {
    siteName: store.name,
    title: `${store.name} · Reserve online, pick up at the farm`,
    description: `${[store.tagline, addressOf(store)].filter(Boolean).join(' ')}. For adults ${compliance.minimumAge} and older.`,
    canonical: `${origin}/`,
    picture: storePicture(origin),
  };
  const page = {
    name: store.name,
    tagline: store.tagline,
    opening,
    head,
    jsonLd: storeJsonLd(store, pickup, origin),
  };
  try {
    const [catalogue, marks] = await Promise.all([
      readCatalogue(filter),
      readMarks(context.get(actorContext)),
    ]);
    // Shoppers who search or filter go straight to the results.
    const welcome = catalogue.shelves
      ? { shelf: await readFreshShelf(), description: store.description }
      : null;
    return { ...page, catalogue: sendCatalogue(catalogue), marks, welcome };
  } catch (error) {
    log.error({ err: error }, 'the catalogue could not be read');
    return withoutCatalogue({ ...page, marks: null, welcome: null }, isDatabaseAway(error));
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? [...headTags(loaderData.head), { 'script:ld+json': loaderData.jsonLd }] : [];

export default function Home({ loaderData }: Route.ComponentProps) {
  const { catalogue, marks, welcome, name, tagline, opening } = loaderData;
  return (
    <>
      <HomeBand name={name} tagline={tagline} opening={opening} />
      {catalogue ? (
        <MarksProvider marks={marks}>
          <CatalogueView
            catalogue={catalogue}
            path="/"
            heading={welcome ? null : <h2 className="text-2xl sm:text-3xl">On the menu</h2>}
            action={cardAction}
            afterFirstShelf={welcome?.shelf ? <FreshShelf shelf={welcome.shelf} action={cardAction} /> : null}
          />
          {welcome ? <FarmLines tagline={tagline} description={welcome.description} /> : null}
        </MarksProvider>
      ) : (
        <CatalogueFailed retry="/" isAway={'isAway' in loaderData && loaderData.isAway} />
      )}
    </>
  );
}
