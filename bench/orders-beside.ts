/** Orders at a fixed rate during another measurement, of products with few left. */
import type pg from 'pg';
import { signInCustomers } from './customers.ts';
import { makeOffer, orderForm } from './offer.ts';
import type { RunningShop, Shop } from './shop.ts';

/** Units left of each product at first: 'Only 5 left', and every order changes the number. */
const LEFT = 5;

export type OrdersBeside = {
  /** Leaves few of each again. */
  refill(): Promise<void>;
  /** Places orders, `rate` per second, until the returned function is called, which returns their number. */
  begin(rate: number): () => Promise<{ placed: number; failed: number }>;
  /** Releases the units held to leave only a few: the next stage finds full stock. */
  end(): Promise<void>;
};

export async function ordersBeside(
  shop: Shop,
  { origin }: RunningShop,
  pool: pg.Pool,
  productIds: readonly number[],
): Promise<OrdersBeside> {
  await pool.query(
    `with lot as (
       insert into lots (product_id, batch_number, on_hand) select unnest($1::int[]), 'BENCH-FEW', 10000 returning id, product_id
     ), received as (
       insert into stock_ledger (product_id, lot_id, on_hand_change, reason) select product_id, id, 10000, 'received' from lot
     )
     update product_stock set on_hand = on_hand + 10000 where product_id = any($1)`,
    [productIds],
  );
  const offer = { ...(await makeOffer(pool)), productIds };
  const customers = await signInCustomers(pool, shop.secret, { from: 4600, count: 200 });
  let turn = 0;

  async function place(): Promise<boolean> {
    turn += 1;
    const customer = customers[turn % customers.length];
    if (!customer) throw new Error('there are no customers to buy');
    const response = await fetch(`${origin}/checkout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin, cookie: customer.cookie },
      body: orderForm(customer, offer, turn),
    });
    return response.status === 302 && response.headers.get('location')?.startsWith('/success') === true;
  }

  return {
    refill: async () => {
      await pool.query('update product_stock set held = on_hand - $2 where product_id = any($1)', [
        productIds,
        LEFT,
      ]);
    },
    begin: (rate) => {
      const orders: Promise<boolean>[] = [];
      const timer = setInterval(() => orders.push(place()), 1000 / rate);
      return async () => {
        clearInterval(timer);
        const outcomes = await Promise.all(orders);
        const placed = outcomes.filter(Boolean).length;
        return { placed, failed: outcomes.length - placed };
      };
    },
    end: async () => {
      await pool.query('update product_stock set held = 0 where product_id = any($1)', [productIds]);
    },
  };
}
