/** GET /api/menu: the menu as a list, the same for everyone, which browsers show while offline. */
import { readMenuCopy } from './price-list-queries.server.ts';

export async function loader() {
  return Response.json(await readMenuCopy(), { headers: { 'Cache-Control': 'no-store' } });
}
