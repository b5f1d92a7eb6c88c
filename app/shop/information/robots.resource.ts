/** /robots.txt */
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/robots.resource';

/** Pages that are personal or that perform actions. */
const closed = ['/admin', '/counter', '/cart', '/checkout', '/orders', '/success', '/login', '/api/'];

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
