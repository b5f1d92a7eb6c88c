/** /robots.txt */
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/robots.resource';

/**
 * Addresses that answer programs. Pages that no search engine should list say so themselves with 'noindex', which one that
 * may not read them never learns.
 */
const closed = ['/api/'];

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
