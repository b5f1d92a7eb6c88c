/** GET /api/cart?lines=12:2.57:1: current prices and stock for the products in a browser's cart, and its limits. */
import { actorContext } from '#core/ground/access/actor-context.ts';
import { readCart } from '#core/sales/checkout/cart.ts';
import { readUnitsHeldHere } from '#shop/sign-up-hold/held-here.server.ts';
import type { Route } from './+types/api-cart.resource';
import { readCartProducts, readCartRules } from './cart-queries.server.ts';

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const lines = readCart(url.searchParams.get('lines'));
  const actor = context.get(actorContext);
  const [products, rules] = await Promise.all([
    readCartProducts(lines, await readUnitsHeldHere(request), actor),
    readCartRules(actor),
  ]);
  return Response.json({ products, rules }, { headers: { 'Cache-Control': 'no-store' } });
}
