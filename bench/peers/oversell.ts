/** Five are left, and fifty customers buy one each at the same moment. */
import { untilQuiet } from './cost.ts';
import type { Goods } from './goods.ts';
import type { Bought, Store } from './store.ts';

/** @property told customers who were told that they bought it. @property sold units in orders. */
export type Sale = { sold: number; told: number };

export const CROWD = 50;
/** Customers who fill their carts at the same time, before all buy at once. */
const BESIDE = 10;

/** One sale for each scarce product, each with customers of its own. @param from the first customer of the first sale. */
export async function sellOut(store: Store, goods: Goods, from: number): Promise<Sale[]> {
  const sales: Sale[] = [];
  for (const [round, product] of goods.scarce.entries()) {
    const before = await store.sold(product);
    const buy: (() => Promise<Bought>)[] = [];
    for (let nth = 0; nth < CROWD; nth += BESIDE) {
      const people = Array.from({ length: BESIDE }, (_, at) => from + round * CROWD + nth + at);
      buy.push(...(await Promise.all(people.map((customer) => store.fillCart(customer, product, false)))));
    }
    const told = await Promise.all(buy.map((one) => one()));
    await untilQuiet(store);
    sales.push({
      sold: (await store.sold(product)) - before,
      told: told.filter(({ isBought }) => isBought).length,
    });
  }
  return sales;
}
