/** Loads what search engines may index: public pages, shelves and products on the menu. */

import { catalogueHref, NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { catalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { databasePool } from '#db/client.ts';
import { PART_SIZE, type SitemapEntry } from './sitemap.ts';

const pages = [
  '/',
  '/products',
  '/about',
  '/education',
  '/faq',
  '/terms',
  '/privacy',
  '/accessibility',
  '/developers',
];

/** How many files the sitemap needs. */
export async function sitemapParts(): Promise<number> {
  const index = await catalogueIndex();
  return Math.ceil(((await fixedPaths()).length + index.size) / PART_SIZE);
}

/** The addresses of one file, numbered from 1; null if that file does not exist. */
export async function sitemapEntries(part: number): Promise<SitemapEntry[] | null> {
  const fixed = await fixedPaths();
  const from = (part - 1) * PART_SIZE;
  const first: SitemapEntry[] = part === 1 ? fixed.map((path) => ({ path, changedOn: null })) : [];
  const { rows } = await databasePool().query<{ id: number; changed_on: string }>({
    name: 'catalogue-sitemap',
    text: `select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as changed_on from products
      where for_sale and archived_at is null order by id offset $1 limit $2`,
    values: [Math.max(0, from - fixed.length), PART_SIZE - first.length],
  });
  if (rows.length === 0 && part !== 1) return null;
  return [
    ...first,
    ...rows.map(({ id, changed_on }) => ({ path: `/products/${id}`, changedOn: changed_on })),
  ];
}

async function fixedPaths(): Promise<string[]> {
  const { categories } = await catalogueIndex();
  return [...pages, ...categories.map(({ slug }) => catalogueHref({ ...NO_FILTER, category: slug }))];
}
