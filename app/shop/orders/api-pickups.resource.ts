/** GET /api/pickups: a customer's next pickups, which their browser shows while offline. */
import { actorContext } from '#core/ground/access/actor-context.ts';
import type { Route } from './+types/api-pickups.resource';
import { readKeptPickups } from './pickup-passes-queries.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await readKeptPickups(context.get(actorContext)), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
