/** /cart: works from its cookie without scripts, and from browser storage with them. */

import { redirect } from 'react-router';
import { CART_FULL, MAXIMUM_LINES, readCart, writeCartByServer } from '#core/checkout/cart.ts';
import { pauseWords } from '#core/settings/ordering-pause.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import { cartCookie } from '#platform/requests/cookies.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/frame/page-meta.ts';
import { useRecentVisitor } from '#shop/frame/use-recent-visitor.ts';
import { RecentShelf } from '#shop/home/recent-shelf.tsx';
import type { Route } from './+types/cart.page';
import { readCartProducts } from './cart-queries.server.ts';
import { CartPage } from './cart-view.tsx';
import { changeCart, readCartChange } from './change-cart.ts';

const cartOf = (request: Request) => readCart(cartCookie.read(request.headers.get('cookie')));

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cart' });

export async function loader({ request }: Route.LoaderArgs) {
  const lines = cartOf(request);
  const [products, { compliance, ordering, store }] = await Promise.all([
    readCartProducts(lines.map((line) => line.productId)),
    readSettings(),
  ]);
  const { cannabisMg, concentrateMg, edibleThcMg } = compliance;
  const isPaused = pauseWords(ordering, { now: systemClock(), zone: store.zone }) !== null;
  return { lines, products, limits: { cannabisMg, concentrateMg, edibleThcMg }, isPaused };
}

/** A change sent by a form when no script handles it: add, set or remove, then back to the cart. */
export async function action({ request }: Route.ActionArgs) {
  const input = readCartChange(await requestForm(request));
  if (!input) return redirect('/cart', 303);
  const before = cartOf(request);
  const [product] = input.intent === 'remove' ? [] : await readCartProducts([input.productId]);
  const after = changeCart(before, input, product?.available ?? 0);
  const response = input.intent === 'add' ? added(product, before.length) : redirect('/cart', 303);
  response.headers.append('Set-Cookie', cartCookie.write(writeCartByServer(after)));
  return response;
}

function added(product: { name: string; available: number } | undefined, linesBefore: number): Response {
  if (!product) return redirectWithFlash('/cart', 'That product is no longer on the menu.', 'error');
  if (product.available < 1) return redirectWithFlash('/cart', `${product.name} is sold out.`, 'error');
  if (linesBefore >= MAXIMUM_LINES) {
    return redirectWithFlash('/cart', CART_FULL, 'error');
  }
  return redirectWithFlash('/cart', `Added to cart: ${product.name}`, 'success');
}

export default function Cart({ loaderData }: Route.ComponentProps) {
  return <CartPage {...loaderData} recent={<RecentShelf visitor={useRecentVisitor()} />} />;
}
