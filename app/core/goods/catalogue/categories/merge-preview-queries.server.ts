/** Reads what merging a category into another would change. */
import { sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { mixedClasses, type ShelfClasses } from './category.ts';

/** What a merge would do. */
export type MergePreview = {
  from: string;
  to: string;
  /** Products that move, archived ones too. */
  products: number;
  archived: number;
  /** Saved views that show only this category, and will show the other one. */
  views: number;
  /** How the products of both differ, in words; empty if they do not. */
  differences: string[];
};

/** null for actors who may not manage inventory, and where one of them is no category of the menu. */
export async function previewMerge(actor: Actor, id: number, to: number): Promise<MergePreview | null> {
  if (!may(actor, 'inventory.manage') || id === to) return null;
  const db = database();
  const { rows } = await db.execute<{ id: number; name: string; views: number }>(sql`
    select id, name, (select count(*)::int from saved_views
      where list in ('inventory', 'lots') and '&' || query || '&' like '%&category=' || categories.id || '&%') as views
    from categories where id in (${id}, ${to}) and off_menu_since is null`);
  const [from, target] = [id, to].map((each) => rows.find((row) => row.id === each));
  if (!from || !target) return null;
  const [mine, theirs] = await Promise.all([classesOf(db, id), classesOf(db, to)]);
  return {
    from: from.name,
    to: target.name,
    products: mine.products,
    archived: mine.archived,
    views: from.views,
    differences: mixedClasses(mine, theirs, target.name),
  };
}

type Counted = ShelfClasses & { products: number; archived: number };

/** Counts the category's products, archived ones too, and lists how they are taxed and limited. */
export async function classesOf(db: Pick<Database | Transaction, 'execute'>, id: number): Promise<Counted> {
  const { rows } = await db.execute<Counted>(sql`
    select count(*)::int as products, count(archived_at)::int as archived,
      coalesce(array_agg(distinct tax_class), '{}') as "taxClasses",
      coalesce(array_agg(distinct limit_category) filter (where limit_category is not null), '{}') as "limitCategories"
    from products where category_id = ${id}`);
  const [found] = rows;
  if (!found) throw new Error('a count has no row');
  return found;
}
