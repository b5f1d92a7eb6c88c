/** Medusa, asked by its Store API as its storefronts ask. */
import { join } from 'node:path';
import type pg from 'pg';
import { fetchBytes } from '../fetch-bytes.ts';
import { around, type Goods, type Product } from './goods.ts';
import { freePort, type Peer, setUp, startProcess, untilItAnswers } from './peer.ts';
import type { CheckOut, Kind, Store } from './store.ts';

type Made = {
  tokens: string[];
  publishableKey: string;
  regionId: string;
  shippingOptionId: string;
  categories: Record<string, string>;
  variants: Record<string, string>;
};

/** A card of the catalogue: nothing that it does not show. */
const FIELDS =
  'id,title,handle,description,categories.name,*variants.calculated_price,+variants.inventory_quantity';

export async function startMedusa(peer: Peer, goods: Goods, pool: pg.Pool): Promise<Store> {
  const cli = join(peer.folder, 'node_modules/@medusajs/cli/cli.js');
  await setUp(peer, [cli, 'db:migrate', '--execute-safe-links']);
  const made = await setUp<Made>(peer, [cli, 'exec', './set-up.js']);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = await startProcess(peer, [cli, 'start', '-H', '127.0.0.1', '-p', String(port)]);
  await untilItAnswers(`${origin}/health`, server);

  const headers = { 'x-publishable-api-key': made.publishableKey };
  const post = async (customer: number, path: string, sent: object) => {
    const { status, body, lastByte } = await fetchBytes(
      `${origin}/store${path}`,
      {
        ...headers,
        'content-type': 'application/json',
        authorization: `Bearer ${around(made.tokens, customer)}`,
      },
      JSON.stringify(sent),
    );
    return { status, said: body.toString(), lastCall: lastByte };
  };
  const done = async (customer: number, path: string, sent: object) => {
    const { status, said } = await post(customer, path, sent);
    if (status !== 200) throw new Error(`Medusa refuses ${path}: ${said}`);
    return JSON.parse(said);
  };
  const fill = async (customer: number, product: Product): Promise<string> => {
    const items = [{ variant_id: made.variants[product.key], quantity: 1 }];
    const { cart } = await done(customer, '/carts', { region_id: made.regionId, items });
    await done(customer, `/carts/${cart.id}/shipping-methods`, { option_id: made.shippingOptionId });
    return cart.id;
  };
  const arrangePayment = async (customer: number, cart: string): Promise<void> => {
    const { payment_collection } = await done(customer, '/payment-collections', { cart_id: cart });
    await done(customer, `/payment-collections/${payment_collection.id}/payment-sessions`, {
      provider_id: 'pp_system_default',
    });
  };
  const complete = async (customer: number, cart: string) => {
    const { status, said, lastCall } = await post(customer, `/carts/${cart}/complete`, {});
    return { isBought: status === 200 && said.startsWith('{"type":"order"'), lastCall };
  };
  const checkOut: CheckOut = async (customer, product) => {
    const cart = await fill(customer, product);
    await arrangePayment(customer, cart);
    return complete(customer, cart);
  };
  return {
    name: `Medusa ${peer.version}`,
    pids: [server.pid],
    pages: [
      {
        form: 'data',
        headers,
        first: listAddress(origin, made, { order: 'title' }),
        nth: (kind, nth) => pageAddress(origin, goods, made, kind, nth),
      },
    ],
    calls: 5,
    checkOut,
    checkOutAtOnce: null,
    fillCart: async (customer, product) => {
      const cart = await fill(customer, product);
      return async () => {
        await arrangePayment(customer, cart);
        return (await complete(customer, cart)).isBought;
      };
    },
    sold: async (product) => {
      const { rows } = await pool.query<{ sold: number }>(
        `select coalesce(sum(order_item.quantity), 0)::int as sold
         from order_item join order_line_item on order_line_item.id = item_id join "order" on "order".id = order_id
         where "order".deleted_at is null and canceled_at is null and variant_id = $1`,
        [made.variants[product.key]],
      );
      return rows[0]?.sold ?? 0;
    },
    // What is done in the background is done in the same process, and nowhere written down.
    untilQuiet: () => new Promise((resolve) => setTimeout(resolve, 1000)),
    stop: server.stop,
  };
}

const listAddress = (origin: string, { regionId }: Made, asked: Record<string, string>) =>
  `${origin}/store/products?${new URLSearchParams({ limit: '24', region_id: regionId, fields: FIELDS, ...asked })}`;

function pageAddress(origin: string, goods: Goods, made: Made, kind: Kind, nth: number): string {
  if (kind === 'product') {
    return listAddress(origin, made, { handle: around(goods.products, nth).key, limit: '1' });
  }
  if (kind === 'search') {
    const round = Math.floor(nth / goods.words.length);
    // Another order is another list: what was asked for before lies in the cache.
    return listAddress(origin, made, {
      q: around(goods.words, nth),
      order: around(['title', '-title', 'id', '-id'], round),
    });
  }
  const [category, count] = around([...goods.categories], nth);
  return listAddress(origin, made, {
    'category_id[]': made.categories[category] ?? '',
    offset: String(nth % Math.max(1, count - 24)),
    order: 'title',
  });
}
