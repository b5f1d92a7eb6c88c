/** Loads a person's marks: for the hearts on every catalogue page in one cheap statement, and for their list. */

import { readCards } from '#core/goods/catalogue/catalogue-queries.server.ts';
import type { ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import { MAXIMUM_FAVORITES, type Marks } from '#core/goods/favorites/mark.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { databasePool } from '#db/client.ts';

const marksQuery = `
  (select product_id, false as waits, created_at from favorites where user_id = $1
   order by created_at desc limit ${MAXIMUM_FAVORITES})
  union all
  select product_id, true, created_at from stock_alerts where user_id = $1 and notified_at is null`;

/** Newest first; null for guests, whose pages are cached for everyone. */
export async function readMarks(actor: Actor): Promise<Marks | null> {
  if (actor.kind !== 'user') return null;
  const { rows } = await databasePool().query<{ product_id: number; waits: boolean }>({
    name: 'marks-of-person',
    text: marksQuery,
    values: [actor.userId],
  });
  const ids = (waits: boolean) => rows.filter((row) => row.waits === waits).map((row) => row.product_id);
  return { favorites: ids(false), waiting: ids(true) };
}

export type MarkedProducts = {
  favorites: ProductCardFacts[];
  waiting: ProductCardFacts[];
  /** Favorites that are not on the menu now, by name. */
  gone: { id: number; name: string }[];
  marks: Marks;
};

/** Everything a person has marked, as cards. */
export async function readMarkedProducts(actor: SignedIn): Promise<MarkedProducts> {
  const marks = (await readMarks(actor)) ?? { favorites: [], waiting: [] };
  const cards = await readCards([...new Set([...marks.favorites, ...marks.waiting])]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const cardsOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const missing = [...new Set([...marks.favorites, ...marks.waiting])].filter((id) => !byId.has(id));
  return {
    favorites: cardsOf(marks.favorites),
    waiting: cardsOf(marks.waiting),
    gone: await namesOf(missing),
    marks,
  };
}

async function namesOf(ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await databasePool().query<{ id: number; name: string }>({
    name: 'names-of-products',
    text: 'select id, name from products where id = any($1::int[]) order by name',
    values: [ids],
  });
  return rows;
}
