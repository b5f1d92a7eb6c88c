/** How many checkouts a second ten customers get through, and how long one waits for the call after which it is bought. */
import type { Rounds } from '../comparison.ts';
import { median, percentile } from '../statistics.ts';
import { type Cost, spending } from './cost.ts';
import { around, type Goods } from './goods.ts';
import type { CheckOut, Store } from './store.ts';

export type CheckoutRate = {
  /** Checkouts a second, by round. */
  rounds: readonly number[];
  rate: number;
  /** Milliseconds of a whole checkout, and of its last call. */
  whole: { p50: number; p95: number };
  lastCall: { p50: number; p95: number };
  /** Milliseconds of the processor for one checkout and what follows from it. */
  cost: Cost;
};

const CLIENTS = 10;

export async function checkoutRate(
  store: Store,
  checkOut: CheckOut,
  goods: Goods,
  dataFolder: string,
  { rounds, seconds }: Rounds,
): Promise<CheckoutRate> {
  const times = { whole: [] as number[], lastCall: [] as number[] };
  const rates: number[] = [];
  let turn = 0;
  const round = async (isCounted: boolean) => {
    await store.untilQuiet();
    const started = performance.now();
    let done = 0;
    // Each client buys for customers of its own, so that nobody has two carts at once.
    const lane = async (client: number) => {
      for (let nth = 0; performance.now() - started < seconds * 1000; nth++) {
        const begun = performance.now();
        const product = around(goods.plenty, turn++);
        const { isBought, lastCall } = await checkOut(client + CLIENTS * nth, product);
        if (!isBought) throw new Error(`${store.name} does not sell ${product.name}`);
        done += 1;
        if (!isCounted) continue;
        times.whole.push(performance.now() - begun);
        times.lastCall.push(lastCall);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => lane(client)));
    if (isCounted) rates.push((done * 1000) / (performance.now() - started));
  };
  await round(false);
  await store.untilQuiet();
  const spent = spending(store, dataFolder);
  for (let nth = 0; nth < rounds; nth++) await round(true);
  await store.untilQuiet();
  const { shop, database } = spent();
  const checkouts = times.whole.length;
  const spread = (all: readonly number[]) => ({ p50: percentile(all, 0.5), p95: percentile(all, 0.95) });
  return {
    rounds: rates,
    rate: median(rates),
    whole: spread(times.whole),
    lastCall: spread(times.lastCall),
    cost: { shop: shop / checkouts, database: database / checkouts },
  };
}
