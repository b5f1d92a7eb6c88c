/** Reads the categories in the order of the menu: as the owner chose, then cannabis before everything else. */

import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { databasePool } from '#db/client.ts';
import type { IndexedCategory } from './catalogue-index.ts';
import type { FormerCategory } from './categories/category.ts';
import { typeByName } from './products/limit-proposal.ts';
import type { TaxClass } from './products/product-fields.ts';

/** $1 is the owner's order: ids (decision 40). */
const categoriesQuery = `
  select c.id, c.slug, c.name from categories c
  where c.off_menu_since is null
    or exists (select from products p where p.category_id = c.id and p.archived_at is null)
  order by array_position($1::int[], c.id) nulls last,
    not exists (
      select from products p
      where p.category_id = c.id and p.product_type = 'cannabis' and p.for_sale and p.archived_at is null
    ),
    c.id`;

/**
 * Returns every category, those without products too. An archived one is among them while a product is in it that is not
 * archived: an Undo, an import or a restored product brings its category back, and no product is without one.
 */
export async function readCategories(): Promise<IndexedCategory[]> {
  const { menu } = await readSettings();
  const { rows } = await databasePool().query<IndexedCategory>(categoriesQuery, [menu.categoryOrder]);
  return rows;
}

/** Off the menu as `readCategories` says: one that has a product again is a category like the others. */
const isFormer = (category: string) => `${category}.off_menu_since is not null and not exists (
  select from products p where p.category_id = ${category}.id and p.archived_at is null)`;

/** Categories off the menu, in the order they were added. */
export async function readFormerCategories(): Promise<FormerCategory[]> {
  const { rows } = await databasePool().query<FormerCategory>(`
    with recursive former as (select id, slug, name, merged_into from categories c where ${isFormer('c')}),
    leads as (
      select id as origin, merged_into as id, 1 as steps from former where merged_into is not null
      union all
      select leads.origin, next.merged_into, steps + 1 from leads join former next on next.id = leads.id
      where next.merged_into is not null and steps < 20
    ), last as (
      select distinct on (origin) origin, id from leads order by origin, steps desc
    )
    select former.id, former.slug, former.name, case when target.id is not null then json_build_object(
      'id', target.id, 'slug', target.slug, 'name', target.name, 'isOnMenu', not (${isFormer('target')})) end as into
    from former left join last on last.origin = former.id left join categories target on target.id = last.id
    order by former.id`);
  return rows;
}

/** Addresses of merged categories, with the address that each leads to now. */
export async function readMergedAddresses(): Promise<Map<string, string>> {
  const former = await readFormerCategories();
  return new Map(former.flatMap(({ slug, into }) => (into ? [[slug, into.slug] as const] : [])));
}

/**
 * The type of a new product in each category: the one that most of its products have, archived ones too, or without
 * products cannabis where the category's name says so. Missing are categories where staff have to choose it.
 */
export async function readTypesByCategory(): Promise<Map<number, string>> {
  const { rows } = await databasePool().query<{ id: number; name: string; type: string | null }>(`
    select c.id, c.name, most.type from categories c
    left join (
      select distinct on (category_id) category_id, product_type as type from products
      group by category_id, product_type order by category_id, count(*) desc, product_type
    ) most on most.category_id = c.id`);
  return new Map(
    rows.flatMap(({ id, name, type }) => {
      const known = type ?? typeByName(name);
      return known === undefined ? [] : [[id, known] as const];
    }),
  );
}

/**
 * The tax class that most products of each category have, without cannabis: hats are clothing (docs/law.md). Categories
 * without such products are missing.
 */
export async function readTaxClassesByCategory(): Promise<Map<number, TaxClass>> {
  const { rows } = await databasePool().query<{ id: number; class: TaxClass }>(`
    select distinct on (category_id) category_id as id, tax_class as class from products
    where product_type <> 'cannabis'
    group by category_id, tax_class order by category_id, count(*) desc, tax_class`);
  return new Map(rows.map((row) => [row.id, row.class]));
}
