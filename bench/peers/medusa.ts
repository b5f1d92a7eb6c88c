/** Medusa, asked by its Store API as its storefronts ask, without and with its search indexes. */
import { join } from 'node:path';
import type pg from 'pg';
import { ask, askForPage, type Question } from './ask.ts';
import { around, type Goods } from './goods.ts';
import { freePort, type Peer, setUp, startProcess, untilItAnswers } from './peer.ts';
import { counting, type Kind, type Pages, type Store } from './store.ts';

type Made = {
  tokens: string[];
  publishableKey: string;
  regionId: string;
  shippingOptionId: string;
  categories: Record<string, string>;
  variants: Record<string, string>;
};

/** What a card of the catalogue shows. */
const FIELDS =
  'id,title,handle,description,categories.name,*variants.calculated_price,+variants.inventory_quantity';
const NAME = 'Medusa';

export async function startMedusa(peer: Peer, goods: Goods, pool: pg.Pool): Promise<Store> {
  const cli = join(peer.folder, 'node_modules/@medusajs/cli/cli.js');
  const migrate = [cli, 'db:migrate', '--execute-safe-links'];
  await setUp(peer, migrate);
  const made = await setUp<Made>(peer, [cli, 'exec', './set-up.js']);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = async (by: Peer) => {
    const server = await startProcess(by, [cli, 'start', '-H', '127.0.0.1', '-p', String(port)]);
    await untilItAnswers(`${origin}/health`, server);
    return server;
  };
  const server = await start(peer);
  const name = `${NAME} ${peer.version}`;

  const headers = { 'x-publishable-api-key': made.publishableKey };
  const headersOf = (customer: number) => ({
    ...headers,
    authorization: `Bearer ${around(made.tokens, customer)}`,
  });
  const post = async (customer: number, path: string, sent: object) => {
    const { status, body, lastByte } = await ask({
      url: `${origin}/store${path}`,
      headers: { ...headersOf(customer), 'content-type': 'application/json' },
      sent: JSON.stringify(sent),
    });
    return { status, said: body.toString(), lastCall: lastByte };
  };
  const done = async (customer: number, path: string, sent: object) => {
    const { status, said } = await post(customer, path, sent);
    if (status !== 200) throw new Error(`Medusa refuses ${path}: ${said}`);
    return JSON.parse(said);
  };
  const page = (customer: number, path: string) =>
    askForPage({ url: `${origin}/store${path}`, headers: headersOf(customer) });
  const count = counting(pool);
  const products = (kind: Kind, nth: number): Question => ({
    url: `${origin}/store${pagePath(goods, made, kind, nth)}`,
    headers: kind === 'signed-in' ? headersOf(nth) : headers,
  });
  return {
    name,
    pids: [server.pid],
    pages: [{ name, nth: products }],
    calls: 5,
    fillCart: async (customer, product, seesPages) => {
      if (seesPages) await page(customer, listPath(made, { handle: product.key, limit: '1' }));
      const items = [{ variant_id: made.variants[product.key], quantity: 1 }];
      const { cart } = await done(customer, '/carts', { region_id: made.regionId, items });
      if (seesPages) {
        await page(customer, `/carts/${cart.id}`);
        await page(customer, `/shipping-options?cart_id=${cart.id}`);
        await page(customer, `/payment-providers?region_id=${made.regionId}`);
      }
      await done(customer, `/carts/${cart.id}/shipping-methods`, { option_id: made.shippingOptionId });
      return async () => {
        const { payment_collection } = await done(customer, '/payment-collections', { cart_id: cart.id });
        await done(customer, `/payment-collections/${payment_collection.id}/payment-sessions`, {
          provider_id: 'pp_system_default',
        });
        const { status, said, lastCall } = await post(customer, `/carts/${cart.id}/complete`, {});
        const isBought = status === 200 && said.startsWith('{"type":"order"');
        if (seesPages && isBought) await page(customer, `/orders/${JSON.parse(said).order.id}`);
        return { isBought, lastCall };
      };
    },
    checkOutAtOnce: null,
    sold: (product) =>
      count(
        `select coalesce(sum(order_item.quantity), 0)::int as count
         from order_item join order_line_item on order_line_item.id = item_id join "order" on "order".id = order_id
         where "order".deleted_at is null and canceled_at is null and variant_id = $1`,
        [made.variants[product.key]],
      ),
    // Its event bus keeps jobs in memory. Of refused orders some workflows stay 'waiting_to_compensate' for good.
    waitingJobs: () =>
      count(
        `select count(*)::int from workflow_execution where state in ('not_started', 'invoking', 'compensating')`,
      ),
    hasJobsInMemory: true,
    startIndexed: async () => {
      const indexed = { ...peer, environment: { ...peer.environment, PEER_INDEXES: 'yes' } };
      await setUp(indexed, migrate);
      const again = await start(indexed);
      await untilIndexed(count, goods.products.length);
      return {
        pids: [again.pid],
        pages: indexedPages(origin, goods, made, headers, headersOf, products),
        stop: again.stop,
      };
    },
    stop: server.stop,
  };
}

const listPath = ({ regionId }: Made, asked: Record<string, string>) =>
  `/products?${new URLSearchParams({ limit: '24', region_id: regionId, fields: FIELDS, ...asked })}`;

/** Another page of a category each time. */
const pageOf = (goods: Goods, nth: number) => {
  const [category, count] = around([...goods.categories], nth);
  return { category, offset: nth % Math.max(1, count - 24) };
};

function pagePath(goods: Goods, made: Made, kind: Kind, nth: number): string {
  if (kind === 'product') {
    return listPath(made, { handle: around(goods.products, nth).key, limit: '1' });
  }
  if (kind === 'search') {
    const round = Math.floor(nth / goods.words.length);
    // The same words in another order are a list that is not cached.
    return listPath(made, {
      q: around(goods.words, nth),
      order: around(['title', '-title', 'id', '-id'], round),
    });
  }
  if (kind !== 'filter') return listPath(made, { order: 'title' });
  const { category, offset } = pageOf(goods, nth);
  return listPath(made, {
    'category_id[]': made.categories[category] ?? '',
    offset: String(offset),
    order: 'title',
  });
}

/**
 * Its two indexes. With the index engine on, its own route for lists, searches and products asks the index; categories
 * it never asks there for, so those go to a route of ours (medusa/src/api). The search module has a route of its own.
 */
function indexedPages(
  origin: string,
  goods: Goods,
  { regionId, categories }: Made,
  headers: Record<string, string>,
  headersOf: (customer: number) => Record<string, string>,
  products: Pages['nth'],
): Pages[] {
  const engine = (kind: Kind, nth: number): Question | null => {
    if (kind !== 'filter') return products(kind, nth);
    const { category, offset } = pageOf(goods, nth);
    const asked = { category: categories[category] ?? '', offset: String(offset), region: regionId };
    return { url: `${origin}/store/indexed-products?${new URLSearchParams(asked)}`, headers };
  };
  const query = (kind: Kind, nth: number) => {
    if (kind === 'product') return { filters: { handle: around(goods.products, nth).key } };
    if (kind === 'search') return { filters: { q: around(goods.words, nth) } };
    const byName = { order: { title: 'ASC' } };
    if (kind !== 'filter') return { pagination: byName };
    const { category, offset } = pageOf(goods, nth);
    return { filters: { categories: category }, pagination: { ...byName, skip: offset } };
  };
  const search = (kind: Kind, nth: number): Question => {
    const { pagination, ...rest } = { pagination: {}, ...query(kind, nth) };
    return {
      url: `${origin}/store/search`,
      headers: {
        ...(kind === 'signed-in' ? headersOf(nth) : headers),
        'content-type': 'application/json',
      },
      sent: JSON.stringify({
        entity: 'product',
        ...rest,
        pagination: { take: 24, ...pagination },
        search_options: { facets: ['categories'], count: 'exact' },
      }),
    };
  };
  return [
    { name: `${NAME}, index engine`, nth: engine },
    { name: `${NAME}, search module`, nth: search },
  ];
}

/** Waits until both indexes are filled, which starts with the server. @param products how many there are. */
async function untilIndexed(count: (query: string) => Promise<number>, products: number): Promise<void> {
  for (let tries = 0; tries < 480; tries++) {
    const isFilled =
      (await count(`select count(*)::int from index_metadata where status <> 'done'`)) === 0 &&
      (await count(`select count(*)::int from index_data where name = 'Product'`)) >= products &&
      (await count(`select count(*)::int from search_index_version where status = 'ready'`)) > 0;
    if (isFilled) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('Medusa does not fill its indexes');
}
