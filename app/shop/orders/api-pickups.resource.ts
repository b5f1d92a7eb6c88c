/** GET /api/pickups: one's own next pickups, for one's own browser to show while it has no connection. */
import { actorContext } from '#core/access/actor-context.ts';
import type { Route } from './+types/api-pickups.resource';
import { readKeptPickups } from './pickup-passes-queries.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await readKeptPickups(context.get(actorContext)), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
