/** Reads the categories as Menu settings show them: with their products, and the archived ones. */
import { sql } from 'drizzle-orm';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { UNDO_HOURS } from '#core/goods/catalogue/products/undo-batch.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';

/** `products` counts those that are not archived. */
export type EditedCategory = { id: number; name: string; products: number };

export type EditedMenu = {
  /** In the order of the menu. */
  categories: EditedCategory[];
  archived: ArchivedCategory[];
};

/** `mergedInto` names the category it was merged into; `undo` is the batch with which this person can undo that. */
export type ArchivedCategory = { id: number; name: string; mergedInto: string | null; undo: string | null };

/** Empty for people who may not manage settings. */
export async function readEditedMenu(actor: Actor): Promise<EditedMenu> {
  if (actor.kind !== 'user' || !may(actor, 'settings.manage')) return { categories: [], archived: [] };
  const [shown, { rows }] = await Promise.all([
    readCategories(),
    database().execute<ArchivedCategory & { products: number }>(sql`
      select c.id, c.name, count(p.id)::int as products,
        (select name from categories where id = c.merged_into) as "mergedInto",
        case when c.merged_into is not null then (
          select batch.id from product_batches batch
          where batch.actor_id = ${actor.userId}::uuid and batch.kind = 'edit' and batch.undone_at is null
            and batch.created_at > now() - make_interval(hours => ${UNDO_HOURS})
            and exists (select from product_batch_rows row
              where row.batch_id = batch.id and row.before = jsonb_build_object('categoryId', c.id))
          order by batch.created_at desc limit 1) end as undo
      from categories c left join products p on p.category_id = c.id and p.archived_at is null
      group by c.id order by lower(c.name)`),
  ]);
  const counts = new Map(rows.map(({ id, products }) => [id, products]));
  return {
    categories: shown.map(({ id, name }) => ({ id, name, products: counts.get(id) ?? 0 })),
    archived: rows
      .filter(({ id }) => !shown.some((each) => each.id === id))
      .map(({ id, name, mergedInto, undo }) => ({ id, name, mergedInto, undo })),
  };
}
