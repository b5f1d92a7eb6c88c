/** What the palette shows while somebody types: the same as the page of results, as JSON. */
import { searchBackOffice } from '#features/admin-search/admin-search-queries.server.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import type { Route } from './+types/search-results';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'backoffice.enter', request);
  const groups = await searchBackOffice(actor, new URL(request.url).searchParams.get('q'));
  return Response.json({ groups }, { headers: { 'Cache-Control': 'no-store' } });
}
