/** Loads the catalogue for home and /products, and builds what search engines read about it. */

import type { MetaDescriptor } from 'react-router';
import { data } from 'react-router';
import { type CatalogueFilter, catalogueHref } from '#core/goods/catalogue/catalogue-filter.ts';
import type { Catalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { type LinkPicture, linkPreview } from '#core/ground/frame/link-preview.ts';

/** The data for the head of a page. */
export type PageHead = {
  siteName: string;
  title: string;
  description: string;
  canonical: string;
  picture: LinkPicture;
};

/** Title, description, canonical address and Open Graph tags of a page. */
export function headTags(head: PageHead, type: 'website' | 'product' = 'website'): MetaDescriptor[] {
  return [
    { title: head.title },
    { name: 'description', content: head.description },
    ...linkPreview({ ...head, type }),
  ];
}

/** Links to the previous and next page. Searches are not indexed: they are endless. */
export function listTags(
  origin: string,
  { filter, pages }: Pick<Catalogue, 'filter' | 'pages'>,
): MetaDescriptor[] {
  const link = (rel: string, page: number): MetaDescriptor => ({
    tagName: 'link',
    rel,
    href: `${origin}${catalogueHref({ ...filter, page })}`,
  });
  return [
    ...(filter.page > 1 ? [link('prev', filter.page - 1)] : []),
    ...(filter.page < pages ? [link('next', filter.page + 1)] : []),
    ...(filter.q === '' ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ];
}

/** Only the shelf and the page number make a separate address; other filters are views of the same list. */
export function canonicalOf(origin: string, filter: CatalogueFilter, none: CatalogueFilter): string {
  return `${origin}${catalogueHref({ ...none, category: filter.category, type: filter.type, page: filter.page })}`;
}

/**
 * The page without its catalogue: it says so, is not cached, and has its frame. While the database is down it waits.
 */
export function withoutCatalogue<T>(rest: T, isAway: boolean) {
  return data({ ...rest, catalogue: null, isAway }, { status: 503 });
}
