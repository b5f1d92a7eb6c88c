/** Five are left, and fifty customers buy one each at the same moment. */
import type { Goods } from './goods.ts';
import type { Store } from './store.ts';

/** @property told how many customers were told that it is theirs. */
export type Sale = { sold: number; told: number };

export const CROWD = 50;
/** So many fill their carts beside each other, before all buy at once. */
const BESIDE = 10;

/** One sale for each scarce product; every sale has a crowd of its own. @param from the first customer of the first one. */
export async function sellOut(store: Store, goods: Goods, from: number): Promise<Sale[]> {
  const sales: Sale[] = [];
  for (const [round, product] of goods.scarce.entries()) {
    const before = await store.sold(product);
    const buy: (() => Promise<boolean>)[] = [];
    for (let nth = 0; nth < CROWD; nth += BESIDE) {
      const people = Array.from({ length: BESIDE }, (_, at) => from + round * CROWD + nth + at);
      buy.push(...(await Promise.all(people.map((customer) => store.fillCart(customer, product)))));
    }
    const told = await Promise.all(buy.map((one) => one()));
    await store.untilQuiet();
    sales.push({ sold: (await store.sold(product)) - before, told: told.filter(Boolean).length });
  }
  return sales;
}
