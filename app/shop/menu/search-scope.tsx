/**
 * Renders where a search looks. A new search looks in the whole menu; the category or type in force before can be chosen
 * again, and a search within one says how much more there is elsewhere.
 */
import { Link } from 'react-router';
import { type CatalogueFilter, catalogueHref } from '#core/goods/catalogue/catalogue-filter.ts';
import type { Catalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { productTypeLabel } from '#core/goods/catalogue/search/strain.ts';
import { formatNumber } from '#kernel/number.ts';
import { ledLink } from './use-led-links.ts';

export function ScopeChoices({
  choices,
  path,
}: {
  choices: readonly ScopeChoice[];
  path: '/' | '/products';
}) {
  if (choices.length === 0) return null;
  return (
    <ul aria-label="Where to search" className="flex flex-wrap gap-2">
      {choices.map(({ label, filter }) => (
        <li key={label}>
          <Link
            to={catalogueHref({ ...filter, page: 1 }, path)}
            {...ledLink}
            className="figures inline-flex min-h-9 items-center rounded-pill border border-spruce-500 px-3.5 py-1 text-sm text-spruce-700 hover:bg-spruce-100 max-sm:min-h-11"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Another place to search: its words, and the filter that searches there. */
export type ScopeChoice = { label: string; filter: CatalogueFilter };

/** The choices of a search: 'Only in Flower (3)', or within Flower '5 more in other categories'. */
export function scopeChoices({
  filter,
  facets,
  total,
  reading,
}: Pick<Catalogue, 'filter' | 'facets' | 'total' | 'reading'>): ScopeChoice[] {
  if (filter.q === '' || total === 0 || reading.kind === 'no-advice') return [];
  const choices: ScopeChoice[] = [];
  const inCategory = facets.categories.find(({ slug }) => slug === filter.fromCategory)?.count ?? 0;
  if (filter.category !== null) {
    const more = sum(facets.categories) - total;
    const label = `${formatNumber(more)} more in other categories`;
    if (more > 0)
      choices.push({ label, filter: { ...filter, category: null, fromCategory: filter.category } });
  } else if (inCategory > 0) {
    const name = facets.categories.find(({ slug }) => slug === filter.fromCategory)?.name;
    const label = `Only in ${name} (${formatNumber(inCategory)})`;
    choices.push({ label, filter: { ...filter, category: filter.fromCategory, fromCategory: null } });
  }
  const ofType = facets.types.find(({ type }) => type === filter.fromType)?.count ?? 0;
  if (filter.type !== null) {
    const more = sum(facets.types) - total;
    const label = `${formatNumber(more)} more of other types`;
    if (more > 0) choices.push({ label, filter: { ...filter, type: null, fromType: filter.type } });
  } else if (filter.fromType !== null && ofType > 0) {
    const label = `Only ${productTypeLabel(filter.fromType)} (${formatNumber(ofType)})`;
    choices.push({ label, filter: { ...filter, type: filter.fromType, fromType: null } });
  }
  return choices;
}

const sum = (counted: readonly { count: number }[]): number =>
  counted.reduce((total, { count }) => total + count, 0);

/** What the form needs to tell a new search from the one it shows, and what to remember (`readFilter`). */
export function ScopeFields({ filter, form }: { filter: CatalogueFilter; form?: string }) {
  return (
    <>
      <input type="hidden" name="searched" form={form} value={filter.q} />
      {filter.fromCategory === null ? null : (
        <input type="hidden" name="from" form={form} value={filter.fromCategory} />
      )}
      {filter.fromType === null ? null : (
        <input type="hidden" name="fromType" form={form} value={filter.fromType} />
      )}
    </>
  );
}
