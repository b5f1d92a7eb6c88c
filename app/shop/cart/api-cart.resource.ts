/** GET /api/cart?lines=12:2.57:1: current prices and stock for the products in a browser's cart. */
import { readCart } from '#core/checkout/cart.ts';
import type { Route } from './+types/api-cart.resource';
import { readCartProducts } from './cart-queries.server.ts';

export async function loader({ url }: Route.LoaderArgs) {
  const lines = readCart(url.searchParams.get('lines'));
  const products = await readCartProducts(lines.map((line) => line.productId));
  return Response.json({ products }, { headers: { 'Cache-Control': 'no-store' } });
}
