/** GET /api/products?ids=12.57: what the menu says now of these products; those that are not on it are left out. */
import { readCards } from '#core/catalogue/catalogue-queries.server.ts';
import { readIds } from '#shop/home/recently-viewed.ts';
import type { Route } from './+types/api-products.resource';

export async function loader({ url }: Route.LoaderArgs) {
  const products = await readCards(readIds(url.searchParams.get('ids')));
  return Response.json({ products }, { headers: { 'Cache-Control': 'no-store' } });
}
