/** Renders the pages that every guest sees alike, for the page cache (decision 31). */
import { randomBytes } from 'node:crypto';
import { guest } from '#core/ground/access/actor.ts';
import { renderedPage } from '#platform/pages/rendered-page.ts';
import { answerHeaders, documentHeaders } from '#server/http/security-headers.ts';
import { type PageOptions, routerContext } from './answer-by-routes.ts';
import { pageForEverybody } from './first-paint.ts';
import type { WantedPage } from './guest-pages.ts';
import { notOpenYet } from './not-open.ts';
import { CachedPage } from './page-bytes.ts';
import type { Rendered } from './page-cache.ts';
import { handleByRoutes } from './react-router.ts';

/** The nonce for rendering cacheable pages. It never leaves the process, so only our own markup can carry it. */
const CACHE_NONCE = `cached-${randomBytes(18).toString('base64url')}`;

/** Uses no visitor input: no cookie, no header, and only the parts of the URL that the page depends on. */
export async function renderForGuests(
  { origin, href, isEndless, ageAffirmed, encoding }: WantedPage,
  { https, styleOf }: PageOptions,
): Promise<Rendered> {
  const request = new Request(origin + href);
  // Takes the full path, which shows the closed page: a 503 here would mean that the database is down.
  if (await notOpenYet(request, guest)) return null;
  const info = { id: 'cached', clientAddress: '0.0.0.0', nonce: CACHE_NONCE, origin, ageAffirmed };
  const context = routerContext(guest, info);
  const response = await handleByRoutes(request, context);
  if (response.status === 503) return 'away';
  const type = response.headers.get('Content-Type');
  if (response.status !== 200 || type === null || response.headers.has('Set-Cookie')) return null;
  const page = context.get(renderedPage);
  if (page === null) {
    const headers = { ...answerHeaders(https), 'Content-Type': type, 'X-Remix-Response': 'yes' };
    return new CachedPage(Buffer.from(await response.arrayBuffer()), headers, encoding);
  }
  // A search for a visitor's own words is seldom the first page of a visit.
  const sheets = isEndless || styleOf === null ? () => null : styleOf;
  const forEverybody = pageForEverybody(page, CACHE_NONCE, sheets);
  if (forEverybody === null) return null;
  const headers = { ...documentHeaders(forEverybody.inline, https), 'Content-Type': type };
  return new CachedPage(forEverybody.page.toBuffer(), headers, encoding);
}
