/** What all shops sell, and their customers: the catalogue of our seed, and a file of it for the others. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Customer } from '../customers.ts';
import type { Offer } from '../offer.ts';

export type Product = {
  id: number;
  /** Its slug and SKU. */
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
  /** Products by category. */
  categories: ReadonlyMap<string, number>;
  /** Words of product names, to search for. */
  words: readonly string[];
  customers: readonly Customer[];
  /** Bought while orders are timed; never sold out. */
  plenty: readonly Product[];
  /** Bought by a crowd at once, one product after the other. */
  scarce: readonly Product[];
};

/** Units left of what is scarce. */
export const LEFT = 5;
const ENOUGH = 1_000_000;

/** @param scarce how many products of the offer are scarce; the others are plenty. */
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

/** For the set-up of the others. Returns the file's path. */
export function writeGoods({ products, customers }: Goods, folder: string): string {
  const people = customers.map(({ email, name }) => {
    const [firstName = '', ...others] = name.split(' ');
    return { email, firstName, lastName: others.join(' ') };
  });
  const file = join(folder, 'goods.json');
  writeFileSync(file, JSON.stringify({ products, customers: people, folder }));
  return file;
}

/** The `nth` of the values; after the last comes the first. */
export function around<Value>(values: readonly Value[], nth: number): Value {
  const value = values[nth % values.length];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}
