/** /sitemap.xml: one file, or above 50,000 addresses an index and /sitemap.xml?part=n. */

import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/sitemap.resource';
import { sitemap, sitemapIndex } from './sitemap.ts';
import { sitemapEntries, sitemapParts } from './sitemap-queries.server.ts';

const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const asked = new URL(request.url).searchParams.get('part');
  const parts = await sitemapParts();
  if (asked === null && parts > 1) return new Response(sitemapIndex(origin, parts), { headers });
  const part = asked === null ? 1 : Number(asked);
  const entries = Number.isInteger(part) && part >= 1 && part <= parts ? await sitemapEntries(part) : null;
  if (!entries) return new Response('Not found', { status: 404 });
  return new Response(sitemap(origin, entries), { headers });
}
