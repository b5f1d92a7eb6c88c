/** Reads the categories in the order of the menu: as the owner chose, then cannabis before everything else. */

import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { databasePool } from '#db/client.ts';
import type { IndexedCategory } from './catalogue-index.ts';
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

/** Addresses of merged categories, with the address that each leads to now. */
export async function readMergedAddresses(): Promise<Map<string, string>> {
  const { rows } = await databasePool().query<{ slug: string; into: string }>(`
    with recursive leads as (
      select slug, merged_into as id, 1 as steps from categories
      where merged_into is not null and off_menu_since is not null
      union all
      select leads.slug, next.merged_into, steps + 1 from leads join categories next on next.id = leads.id
      where next.merged_into is not null and next.off_menu_since is not null and steps < 20
    )
    select distinct on (leads.slug) leads.slug, target.slug as into
    from leads join categories target on target.id = leads.id order by leads.slug, steps desc`);
  return new Map(rows.map(({ slug, into }) => [slug, into]));
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
