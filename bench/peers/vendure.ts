/** Vendure, asked by its Shop API as its storefronts ask. */
import { join } from 'node:path';
import type pg from 'pg';
import { fetchBytes } from '../fetch-bytes.ts';
import { around, type Goods, type Product } from './goods.ts';
import { type Peer, setUp, startProcess } from './peer.ts';
import type { CheckOut, Kind, Store } from './store.ts';

type Made = {
  tokens: string[];
  categories: Record<string, string>;
  variants: Record<string, string>;
  shippingMethodId: string;
  paymentMethod: string;
};

/** A card of the catalogue, and what may be filtered by. */
const LIST = `query ($input: SearchInput!) {
  search(input: $input) {
    totalItems
    items {
      productId slug productName description inStock facetValueIds
      priceWithTax { ... on SinglePrice { value } ... on PriceRange { min max } }
    }
    facetValues { count facetValue { id name facet { id name } } }
  }
}`;
const PRODUCT = `query ($slug: String!) {
  product(slug: $slug) {
    id name slug description
    facetValues { id name facet { id name } }
    variants { id sku name priceWithTax currencyCode stockLevel }
  }
}`;

const failed = '... on ErrorResult { errorCode message }';
/** What a signed-in customer who picks up has to say, in this order. */
const commands = [
  { takes: '$variant: ID!', does: 'addItemToOrder(productVariantId: $variant, quantity: 1)' },
  { takes: '$shipping: [ID!]!', does: 'setOrderShippingMethod(shippingMethodId: $shipping)' },
  { takes: '', does: 'transitionOrderToState(state: "ArrangingPayment")' },
  { takes: '$payment: String!', does: 'addPaymentToOrder(input: { method: $payment, metadata: {} })' },
];

/** Several commands in one request are carried out one after the other. */
function asMutation(chosen: readonly (typeof commands)[number][]): string {
  const takes = chosen.map((command) => command.takes).filter((name) => name !== '');
  const named = takes.length > 0 ? `(${takes.join(', ')})` : '';
  const body = chosen.map(
    ({ does }, at) => `step${at}: ${does} { __typename ... on Order { code state } ${failed} }`,
  );
  return `mutation ${named} { ${body.join(' ')} }`;
}

const [add, ship, arrange, pay] = commands.map((command) => asMutation([command])) as [
  string,
  string,
  string,
  string,
];
const atOnce = asMutation(commands);

export async function startVendure(peer: Peer, goods: Goods, pool: pg.Pool): Promise<Store> {
  const made = await setUp<Made>(peer, [join(peer.folder, 'set-up.js')]);
  const server = await startProcess(peer, [join(peer.folder, 'server.js')]);
  const worker = await startProcess(peer, [join(peer.folder, 'worker.js')]);
  const url = `${await server.origin}/shop-api`;
  await worker.origin;

  const order = async (customer: number, product: Product, mutation: string) => {
    const variables = {
      variant: made.variants[product.key],
      shipping: [made.shippingMethodId],
      payment: made.paymentMethod,
    };
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${around(made.tokens, customer)}`,
    };
    const { body, lastByte } = await fetchBytes(url, headers, JSON.stringify({ query: mutation, variables }));
    const said = body.toString();
    return { isDone: !/"errors"|"errorCode"/.test(said), said, lastCall: lastByte };
  };
  const inTurn = async (customer: number, product: Product, mutations: readonly string[]) => {
    for (const mutation of mutations) {
      const { isDone, said } = await order(customer, product, mutation);
      if (!isDone) throw new Error(`Vendure refuses: ${said}`);
    }
  };
  const finish = async (customer: number, product: Product, mutation: string) => {
    const { said, lastCall } = await order(customer, product, mutation);
    return { isBought: said.includes('"PaymentAuthorized"'), lastCall };
  };
  const checkOut: CheckOut = async (customer, product) => {
    await inTurn(customer, product, [add, ship, arrange]);
    return finish(customer, product, pay);
  };
  return {
    name: `Vendure ${peer.version}`,
    pids: [server.pid, worker.pid],
    pages: [
      {
        form: 'data',
        headers: {},
        first: listAddress(url, { sort: { name: 'ASC' } }),
        nth: (kind, nth) => pageAddress(url, goods, made, kind, nth),
      },
    ],
    calls: commands.length,
    checkOut,
    checkOutAtOnce: (customer, product) => finish(customer, product, atOnce),
    fillCart: async (customer, product) => {
      await inTurn(customer, product, [add, ship]);
      return async () => {
        const { isDone } = await order(customer, product, arrange);
        return isDone && (await finish(customer, product, pay)).isBought;
      };
    },
    sold: async (product) => {
      const { rows } = await pool.query<{ sold: number }>(
        `select coalesce(sum(quantity), 0)::int as sold from order_line join "order" on "order".id = "orderId"
         where "orderPlacedAt" is not null and state <> 'Cancelled' and "productVariantId" = $1`,
        [made.variants[product.key]],
      );
      return rows[0]?.sold ?? 0;
    },
    untilQuiet: () => untilJobsAreDone(pool),
    stop: async () => {
      await worker.stop();
      await server.stop();
    },
  };
}

const asked = (url: string, query: string, variables: object) =>
  `${url}?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;

const listAddress = (url: string, input: object) =>
  asked(url, LIST, { input: { take: 24, groupByProduct: true, ...input } });

function pageAddress(url: string, goods: Goods, made: Made, kind: Kind, nth: number): string {
  if (kind === 'product') return asked(url, PRODUCT, { slug: around(goods.products, nth).key });
  if (kind === 'search') return listAddress(url, { term: around(goods.words, nth) });
  const [category, count] = around([...goods.categories], nth);
  return listAddress(url, {
    facetValueFilters: [{ and: made.categories[category] }],
    skip: nth % Math.max(1, count - 24),
    sort: { name: 'ASC' },
  });
}

async function untilJobsAreDone(pool: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const { rows } = await pool.query<{ waiting: boolean }>(
      `select exists (select from job_record where not "isSettled") as waiting`,
    );
    if (!rows[0]?.waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the jobs of Vendure do not end');
}
