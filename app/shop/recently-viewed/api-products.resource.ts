/** GET /api/products?ids=12.57: these products' current menu data; products not on the menu are omitted. */
import { readCards } from '#core/goods/catalogue/catalogue-queries.server.ts';
import type { Route } from './+types/api-products.resource';
import { readIds } from './recently-viewed.ts';

export async function loader({ url }: Route.LoaderArgs) {
  const products = await readCards(readIds(url.searchParams.get('ids')));
  return Response.json({ products }, { headers: { 'Cache-Control': 'no-store' } });
}
