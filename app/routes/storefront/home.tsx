/** /: home, which is also the product list (specification section 2). */

import { actorContext } from '#features/access/actor-context.ts';
import { catalogueHref } from '#features/catalogue/catalogue-filter.ts';
import { readCatalogue } from '#features/catalogue/catalogue-queries.server.ts';
import { readFreshShelf } from '#features/catalogue/fresh-shelf-queries.server.ts';
import { readFilter } from '#features/catalogue/read-filter.ts';
import {
  headTags,
  type PageHead,
  packCatalogue,
  packShelf,
  withoutCatalogue,
} from '#features/catalogue/ui/catalogue-page.ts';
import { CatalogueFailed, CatalogueView } from '#features/catalogue/ui/catalogue-view.tsx';
import { FreshShelf } from '#features/catalogue/ui/fresh-shelf.tsx';
import { CategoryRow, FarmLines, HomeBand } from '#features/catalogue/ui/home-band.tsx';
import { readMarks } from '#features/favorites/marks-queries.server.ts';
import { MarksProvider } from '#features/favorites/ui/marks.tsx';
import { addressOf } from '#features/settings/contact.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import type { CacheHandle } from '#platform/cached-for-guests.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { requestInfo } from '#platform/request-context.ts';
import { cardAction } from '#shell/card-action.tsx';
import { readOpeningWords } from '#shell/opening-words.server.ts';
import type { Route } from './+types/home';

export const handle = { cachedForGuests: 'by-filter' } satisfies CacheHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const filter = readFilter(new URL(request.url).searchParams);
  const [{ store, compliance }, opening] = await Promise.all([readSettings(), readOpeningWords()]);
  const head: PageHead = {
    siteName: store.name,
    title: `${store.name} · Reserve online, pick up at the farm`,
    description: `${store.tagline} ${addressOf(store)}. For adults ${compliance.minimumAge} and older.`,
    canonical: `${origin}/`,
    image: `${origin}/art/og.jpg`,
  };
  const page = { name: store.name, tagline: store.tagline, opening, head };
  try {
    const [catalogue, marks] = await Promise.all([
      readCatalogue(filter),
      readMarks(context.get(actorContext)),
    ]);
    // Whoever looks for something is not kept from it.
    const welcome =
      catalogueHref(catalogue.filter, '/') === '/'
        ? { shelf: packShelf(await readFreshShelf()), description: store.description }
        : null;
    return { ...page, catalogue: packCatalogue(catalogue), marks, welcome };
  } catch (error) {
    log.error({ err: error }, 'the catalogue could not be read');
    return withoutCatalogue({ ...page, marks: null, welcome: null }, isDatabaseAway(error));
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? headTags(loaderData.head) : []);

export default function Home({ loaderData }: Route.ComponentProps) {
  const { catalogue, marks, welcome, name, tagline, opening } = loaderData;
  return (
    <>
      <HomeBand name={name} tagline={tagline} opening={opening} />
      {catalogue ? (
        <MarksProvider marks={marks}>
          {welcome?.shelf ? <FreshShelf shelf={welcome.shelf} action={cardAction} /> : null}
          {welcome ? <FarmLines description={welcome.description} /> : null}
          <CategoryRow categories={catalogue.facets.categories} />
          <CatalogueView
            catalogue={catalogue}
            path="/"
            heading={<h2 className="text-2xl sm:text-3xl">On the menu</h2>}
            action={cardAction}
          />
        </MarksProvider>
      ) : (
        <CatalogueFailed retry="/" isAway={'isAway' in loaderData && loaderData.isAway} />
      )}
    </>
  );
}
