/** GET /api/menu: the menu as a list, the same for everybody, for browsers to show while they have no connection. */
import { readMenuCopy } from '#shop/information/price-list-queries.server.ts';

export async function loader() {
  return Response.json(await readMenuCopy(), { headers: { 'Cache-Control': 'no-store' } });
}
