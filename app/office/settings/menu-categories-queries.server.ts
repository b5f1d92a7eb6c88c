/** Reads the categories as Menu settings show them: with their products, and the archived ones. */
import { sql } from 'drizzle-orm';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';

/** `products` counts those that are not archived. */
export type EditedCategory = { id: number; name: string; products: number };

export type EditedMenu = {
  /** In the order of the menu. */
  categories: EditedCategory[];
  archived: { id: number; name: string }[];
};

/** Empty for people who may not manage settings. */
export async function readEditedMenu(actor: Actor): Promise<EditedMenu> {
  if (!may(actor, 'settings.manage')) return { categories: [], archived: [] };
  const [shown, { rows }] = await Promise.all([
    readCategories(),
    database().execute<{ id: number; name: string; products: number }>(sql`
      select c.id, c.name, count(p.id)::int as products
      from categories c left join products p on p.category_id = c.id and p.archived_at is null
      group by c.id order by lower(c.name)`),
  ]);
  const counts = new Map(rows.map(({ id, products }) => [id, products]));
  return {
    categories: shown.map(({ id, name }) => ({ id, name, products: counts.get(id) ?? 0 })),
    archived: rows
      .filter(({ id }) => !shown.some((each) => each.id === id))
      .map(({ id, name }) => ({ id, name })),
  };
}
