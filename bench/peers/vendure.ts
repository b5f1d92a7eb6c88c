/** Vendure, asked by its Shop API as its storefronts ask. */
import { join } from 'node:path';
import type pg from 'pg';
import { ask, askForPage } from './ask.ts';
import { around, type Goods, type Product } from './goods.ts';
import { type Peer, setUp, startProcess } from './peer.ts';
import { counting, type Kind, type Store } from './store.ts';

type Made = {
  tokens: string[];
  categories: Record<string, string>;
  variants: Record<string, string>;
  shippingMethodId: string;
  paymentMethod: string;
};

/** What a card of the catalogue shows, and the facets. */
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
/** The checkout page: lines, totals and ways to receive and pay. */
const CHECKOUT = `query {
  activeOrder {
    code state subTotalWithTax totalWithTax taxSummary { description taxTotal }
    lines { id quantity linePriceWithTax productVariant { id name priceWithTax stockLevel } }
  }
  eligibleShippingMethods { id name priceWithTax }
  eligiblePaymentMethods { id code name isEligible }
}`;
const ORDER = `query ($code: String!) {
  orderByCode(code: $code) {
    code state orderPlacedAt totalWithTax
    lines { quantity linePriceWithTax productVariant { name } }
    shippingLines { shippingMethod { name } }
    payments { method state amount }
  }
}`;

const failed = '... on ErrorResult { errorCode message }';
/** What a signed-in customer who picks up sends, in this order. */
const commands = [
  { takes: '$variant: ID!', does: 'addItemToOrder(productVariantId: $variant, quantity: 1)' },
  { takes: '$shipping: [ID!]!', does: 'setOrderShippingMethod(shippingMethodId: $shipping)' },
  { takes: '', does: 'transitionOrderToState(state: "ArrangingPayment")' },
  { takes: '$payment: String!', does: 'addPaymentToOrder(input: { method: $payment, metadata: {} })' },
];

/** Several commands in one request run one after the other. */
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

  const headersOf = (customer: number) => ({ authorization: `Bearer ${around(made.tokens, customer)}` });
  const order = async (customer: number, product: Product, mutation: string) => {
    const variables = {
      variant: made.variants[product.key],
      shipping: [made.shippingMethodId],
      payment: made.paymentMethod,
    };
    const headers = { 'content-type': 'application/json', ...headersOf(customer) };
    const { body, lastByte } = await ask({
      url,
      headers,
      sent: JSON.stringify({ query: mutation, variables }),
    });
    const said = body.toString();
    return { isDone: !/"errors"|"errorCode"/.test(said), said, lastCall: lastByte };
  };
  const done = async (customer: number, product: Product, mutation: string) => {
    const { isDone, said } = await order(customer, product, mutation);
    if (!isDone) throw new Error(`Vendure refuses: ${said}`);
  };
  const finish = async (customer: number, product: Product, mutation: string) => {
    const { said, lastCall } = await order(customer, product, mutation);
    return { isBought: said.includes('"PaymentAuthorized"'), lastCall, said };
  };
  const page = (customer: number, query: string, variables = {}) =>
    askForPage({ url: asked(url, query, variables), headers: headersOf(customer) });
  const count = counting(pool);
  return {
    name: `Vendure ${peer.version}`,
    pids: [server.pid, worker.pid],
    pages: [
      {
        name: `Vendure ${peer.version}`,
        nth: (kind, nth) => ({
          url: pageAddress(url, goods, made, kind, nth),
          headers: kind === 'signed-in' ? headersOf(nth) : {},
        }),
      },
    ],
    calls: commands.length,
    fillCart: async (customer, product, seesPages) => {
      if (seesPages) await page(customer, PRODUCT, { slug: product.key });
      await done(customer, product, add);
      if (seesPages) await page(customer, CHECKOUT);
      await done(customer, product, ship);
      return async () => {
        const { isDone, lastCall } = await order(customer, product, arrange);
        if (!isDone) return { isBought: false, lastCall };
        const bought = await finish(customer, product, pay);
        if (seesPages) await page(customer, ORDER, { code: /"code":"([^"]+)"/.exec(bought.said)?.[1] });
        return bought;
      };
    },
    checkOutAtOnce: (customer, product) => finish(customer, product, atOnce),
    sold: (product) =>
      count(
        `select coalesce(sum(quantity), 0)::int as count from order_line join "order" on "order".id = "orderId"
         where "orderPlacedAt" is not null and state <> 'Cancelled' and "productVariantId" = $1`,
        [made.variants[product.key]],
      ),
    waitingJobs: () => count('select count(*)::int from job_record where not "isSettled"'),
    hasJobsInMemory: false,
    startIndexed: null,
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
  if (kind !== 'filter') return listAddress(url, { sort: { name: 'ASC' } });
  const [category, count] = around([...goods.categories], nth);
  return listAddress(url, {
    facetValueFilters: [{ and: made.categories[category] }],
    skip: nth % Math.max(1, count - 24),
    sort: { name: 'ASC' },
  });
}
