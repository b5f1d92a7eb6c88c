/** Returns the palette's matches while staff type: the same as the results page, as JSON. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import type { Route } from './+types/search-results.resource';
import { searchBackOffice } from './admin-search-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'backoffice.enter', request);
  const groups = await searchBackOffice(actor, new URL(request.url).searchParams.get('q'));
  return Response.json({ groups }, { headers: { 'Cache-Control': 'no-store' } });
}
