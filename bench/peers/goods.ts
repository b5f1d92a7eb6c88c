/** What all shops sell, and to whom: the catalogue of our seed, written down for those that are not ours. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Customer } from '../customers.ts';
import type { Offer } from '../offer.ts';

export type Product = {
  id: number;
  /** Its name in addresses and as a stock-keeping unit. */
  key: string;
  name: string;
  description: string;
  category: string;
  type: string;
  strain: string | null;
  cents: number;
  stock: number;
};

export type Goods = {
  products: readonly Product[];
  /** How many products a category has. */
  categories: ReadonlyMap<string, number>;
  /** Words of names that may be searched for. */
  words: readonly string[];
  customers: readonly Customer[];
  /** Bought in checkouts that are timed: there is enough of them. */
  plenty: readonly Product[];
  /** Bought by all at once, one after the other. */
  scarce: readonly Product[];
};

/** So many are left of what is scarce. */
export const LEFT = 5;
const ENOUGH = 1_000_000;

/** @param scarce how many products are to be scarce; the others of the offer are plenty. */
export async function readGoods(
  pool: pg.Pool,
  offer: Offer,
  customers: readonly Customer[],
  scarce: number,
): Promise<Goods> {
  const { rows } = await pool.query<Product>(
    `select products.id, 'p' || products.id as key, products.name, products.description, categories.name as category,
       product_type as type, strain_type as strain, retail_price as cents, on_hand - held as stock
     from products join categories on categories.id = category_id join product_stock on product_id = products.id
     where for_sale and archived_at is null order by products.id`,
  );
  const offered = new Set(offer.productIds);
  const bought = rows.filter(({ id }) => offered.has(id));
  const goods: Goods = {
    products: rows,
    categories: new Map(
      rows.map(({ category }) => [category, rows.filter((row) => row.category === category).length]),
    ),
    words: [...new Set(rows.flatMap(({ name }) => name.match(/[A-Za-z]{4,}/g) ?? []))],
    customers,
    plenty: bought.slice(scarce),
    scarce: bought.slice(0, scarce),
  };
  for (const product of goods.plenty) product.stock = ENOUGH;
  for (const product of goods.scarce) product.stock = LEFT;
  return goods;
}

/** For the set-up of the others. @returns the file's path. */
export function writeGoods({ products, customers }: Goods, folder: string): string {
  const people = customers.map(({ email, name }) => {
    const [firstName = '', ...others] = name.split(' ');
    return { email, firstName, lastName: others.join(' ') };
  });
  const file = join(folder, 'goods.json');
  writeFileSync(file, JSON.stringify({ products, customers: people, folder }));
  return file;
}

/** The `nth` of the values, over and over again. */
export function around<Value>(values: readonly Value[], nth: number): Value {
  const value = values[nth % values.length];
  if (value === undefined) throw new Error('there is nothing to choose from');
  return value;
}
