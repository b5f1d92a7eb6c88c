/** The public menu feed: what can be reserved now, without what advertises (decision 68). The owner turns it on. */
import { NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { catalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { listedCards } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { productsInNumberOrder } from '#core/goods/catalogue/products-in-number-order.ts';
import { FEW_LEFT } from '#core/goods/stock/stock.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { exampleFeed } from './examples.ts';
import { operation } from './operation.ts';
import { type feedLevels, feedQuery, menuFeed, nothing } from './schemas.ts';

export const readMenuFeed = operation({
  id: 'readMenuFeed',
  method: 'GET',
  path: '/menu-feed',
  summary: 'The public menu feed',
  description:
    'What can be reserved now, in the order of product numbers, for programs without a token. It has no prices, potency, pictures or counts; `/menu` has them. Caches may store it for a minute. 404 while the store has not turned it on.',
  scope: null,
  params: nothing,
  query: feedQuery,
  body: null,
  answer: menuFeed,
  status: 200,
  refusals: [404],
  key: null,
  example: { query: { in_stock: 'true' }, answer: exampleFeed },
  async handle({ query, origin }) {
    const { sharing, store, compliance, warnings, ordering } = await readSettings();
    if (!sharing.feed)
      return refuse({
        kind: 'not-found',
        problem: 'feed-off',
        message: 'This store has no public menu feed.',
      });
    const { in_stock = false, cursor, limit } = query;
    const found = productsInNumberOrder(
      await catalogueIndex(),
      { ...NO_FILTER, inStock: in_stock },
      { after: Number(cursor ?? 0), limit: limit + 1 },
    );
    const page = found.slice(0, limit);
    const cards = await listedCards(page);
    return succeed({
      store: store.name,
      license_number: store.licenseNumber,
      minimum_age: compliance.minimumAge,
      warning: warnings.current,
      takes_reservations: pauseWords(ordering, { now: systemClock(), zone: store.zone }) === null,
      products: cards.flatMap(({ id, name, categoryName, size, available }) =>
        id === null
          ? []
          : [
              {
                id,
                name,
                category: categoryName,
                size,
                availability: levelOf(available),
                url: `${origin}/products/${id}`,
              },
            ],
      ),
      next: found.length > limit ? String(page.at(-1)) : null,
    });
  },
});

function levelOf(available: number): (typeof feedLevels)[number] {
  if (available < 1) return 'none';
  return available <= FEW_LEFT ? 'few' : 'available';
}
