/** /.well-known/security.txt: the address for reports of a weakness (RFC 9116). A shop that has no address yet has none. */
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/security-txt.resource';

/** Hours for which the text says that it is true, half a year: the standard allows a year. */
const HOURS = 180 * 24;

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  const { store, opening } = await readSettings();
  if (!opening.isOpen || store.email === '') return new Response('Not found', { status: 404 });
  const lines = [
    `Contact: mailto:${store.email}`,
    `Expires: ${systemClock().add({ hours: HOURS }).toString({ smallestUnit: 'second' })}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
