/**
 * The baseline of the catalogue query: the same page, total and facet counts in plain SQL through `pg`. The total counts
 * sizes of one product once, as ours does (decision 35); the page and the facets do not, which is less work.
 */
import type pg from 'pg';
import { cardColumns, cardJoins } from '#core/goods/catalogue/card-row.ts';
import {
  type CatalogueFilter,
  hasPotencyRange,
  hasPriceRange,
  PAGE_SIZE,
  sortOf,
} from '#core/goods/catalogue/catalogue-filter.ts';

const orders: Record<string, string> = {
  name: 'p.name, p.id',
  '-name': 'p.name desc, p.id desc',
  price: 'p.retail_price, p.name',
  '-price': 'p.retail_price desc, p.name desc',
  gram: 'round(p.retail_price * 1000.0 / nullif(p.net_weight_mg, 0)) nulls last, p.id',
  newest: 'p.created_at desc, p.name desc',
  oldest: 'p.created_at, p.name',
};

/** Text and values of the statements; each filter has its own name, so each is planned once. */
export function baselineStatements(filter: CatalogueFilter, name: string, day: string): pg.QueryConfig[] {
  const values: unknown[] = [(filter.page - 1) * PAGE_SIZE, day];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = {
    category: filter.category === null ? 'true' : `c.slug = ${value(filter.category)}`,
    type: filter.type === null ? 'true' : `p.product_type = ${value(filter.type)}`,
    strain: filter.strains.length === 0 ? 'true' : `p.strain_type = any(${value(filter.strains)}::text[])`,
    price: hasPriceRange(filter)
      ? `p.retail_price between ${value(filter.minPrice)} and ${value(filter.maxPrice)}`
      : 'true',
    potency: hasPotencyRange(filter)
      ? `coalesce(p.thc_basis_points between ${value(filter.minThc)} and ${value(filter.maxThc)}, false)`
      : 'true',
    stock: filter.inStock ? 's.on_hand > s.held' : 'true',
  };
  const order = orders[sortOf(filter)] ?? 'p.name, p.id';
  const page = `
    with page as (
      select p.id from products p join product_stock s on s.product_id = p.id join categories c on c.id = p.category_id
      where p.for_sale and p.archived_at is null and ${Object.values(conditions).join(' and ')}
      order by ${order} limit ${PAGE_SIZE} offset $1
    )
    select ${cardColumns} from page join products p on p.id = page.id ${cardJoins} order by ${order}`;

  const names = Object.keys(conditions);
  const but = (left: string | null) => names.filter((each) => each !== left).join(' and ');
  const facets = `
    with rows as (
      select coalesce(p.size_family, -p.id) as family, p.category_id, p.product_type, p.strain_type, p.retail_price, s.on_hand > s.held as in_stock,
        ${Object.entries(conditions)
          .map(([each, condition]) => `${condition} as ${each}`)
          .join(', ')}
      from products p join product_stock s on s.product_id = p.id join categories c on c.id = p.category_id
      where p.for_sale and p.archived_at is null and $1::int >= 0 and $2::date is not null
    )
    select
      (select count(distinct family)::int from rows where ${but(null)}) as total,
      (select jsonb_object_agg(category_id, n) from (select category_id, count(*) as n from rows where ${but('category')} group by 1) as counted) as categories,
      (select jsonb_object_agg(product_type, n) from (select product_type, count(*) as n from rows where ${but('type')} group by 1) as counted) as types,
      (select jsonb_object_agg(coalesce(strain_type, ''), n) from (select strain_type, count(*) as n from rows where ${but('strain')} group by 1) as counted) as strains,
      (select count(*)::int from rows where in_stock and ${but('stock')}) as in_stock,
      (select jsonb_build_array(min(retail_price), max(retail_price)) from rows where ${but('price')}) as price`;
  return [
    { name: `baseline-page-${name}`, text: page, values },
    { name: `baseline-facets-${name}`, text: facets, values },
  ];
}
