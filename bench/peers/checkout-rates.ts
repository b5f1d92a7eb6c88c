/** How many orders a second ten customers place, and how long one waits for the request that places it. */
import type { Rounds } from '../comparison.ts';
import { median, percentile } from '../statistics.ts';
import { CLIENTS, clientLimit, rateOf } from './ask.ts';
import { type Backlog, type Cost, spending, untilQuiet } from './cost.ts';
import { around, type Goods } from './goods.ts';
import type { CheckOut, Store } from './store.ts';

export type CheckoutRate = {
  /** Orders a second, by round. */
  rounds: readonly number[];
  rate: number;
  /** Orders a second that the client would get through if they cost nothing. */
  limit: number;
  /** Milliseconds of all requests of an order, and of the one that places it. */
  whole: { p50: number; p95: number };
  lastCall: { p50: number; p95: number };
  /** Of one order with its jobs. */
  cost: Cost;
  /** After the last round. */
  backlog: Backlog;
};

export async function checkoutRate(
  store: Store,
  checkOut: CheckOut,
  goods: Goods,
  dataFolder: string,
  { rounds, seconds }: Rounds,
): Promise<CheckoutRate> {
  const times = { whole: [] as number[], lastCall: [] as number[] };
  const turns = new Array<number>(CLIENTS).fill(0);
  let turn = 0;
  // Each client buys for customers of its own, so that no customer has two carts at once.
  const buy = async (client: number) => {
    const started = performance.now();
    const nth = turns[client] ?? 0;
    turns[client] = nth + 1;
    const product = around(goods.plenty, turn++);
    const { isBought, lastCall } = await checkOut(client + CLIENTS * nth, product);
    if (!isBought) throw new Error(`${store.name} does not sell ${product.name}`);
    times.whole.push(performance.now() - started);
    times.lastCall.push(lastCall);
    return true;
  };
  const limit = await clientLimit(() => buy(0));
  await rateOf(seconds, buy);
  await untilQuiet(store);
  times.whole.length = 0;
  times.lastCall.length = 0;
  const spent = spending(store, dataFolder);
  const rates: number[] = [];
  let backlog: Backlog = { waiting: 0, seconds: 0 };
  for (let round = 0; round < rounds; round++) {
    rates.push(await rateOf(seconds, buy));
    backlog = await untilQuiet(store);
  }
  const { shop, database } = spent();
  const orders = times.whole.length;
  const spread = (all: readonly number[]) => ({ p50: percentile(all, 0.5), p95: percentile(all, 0.95) });
  return {
    rounds: rates,
    rate: median(rates),
    limit,
    whole: spread(times.whole),
    lastCall: spread(times.lastCall),
    cost: { shop: shop / orders, database: database / orders },
    backlog,
  };
}
