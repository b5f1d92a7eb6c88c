/** /cart: works from its cookie without scripts, and from browser storage with them. */

import { redirect } from 'react-router';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readCart, writeCartByServer } from '#core/sales/checkout/cart.ts';
import { rulesInForce } from '#core/sales/compliance/tax.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { cartCookie } from '#platform/requests/cookies.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { RecentShelf } from '#shop/recently-viewed/recent-shelf.tsx';
import { requireUnconfirmed } from '#shop/sign-up-hold/confirmed-elsewhere.server.ts';
import { readUnitsHeldHere } from '#shop/sign-up-hold/held-here.server.ts';
import type { Route } from './+types/cart.page';
import { applyCartChange } from './apply-cart-change.server.ts';
import { CartContents } from './cart-contents.tsx';
import { readCartProducts, readCartRules } from './cart-queries.server.ts';
import { readCartChange } from './change-cart.ts';

const cartOf = (request: Request) => readCart(cartCookie.read(request.headers.get('cookie')));

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cart' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') await requireUnconfirmed(request, '/cart');
  const lines = cartOf(request);
  const [products, rules, { ordering, store }, taxRules] = await Promise.all([
    readCartProducts(lines, await readUnitsHeldHere(request), actor),
    readCartRules(actor),
    readSettings(),
    readTaxRules(),
  ]);
  const now = systemClock();
  const isPaused = pauseWords(ordering, { now, zone: store.zone }) !== null;
  const day = storeDate(now, store.zone).toString();
  return {
    lines,
    products,
    rules,
    tax: { rules: rulesInForce(taxRules, day), day },
    isPaused,
  };
}

/** A change sent by a form when no script handles it: add, set or remove, then back to the cart. */
export async function action({ request, context }: Route.ActionArgs) {
  const input = readCartChange(await requestForm(request));
  if (!input) return redirect('/cart', 303);
  const { after, ...answer } = await applyCartChange(context.get(actorContext), cartOf(request), input);
  const response = answer.message
    ? redirectWithFlash('/cart', answer.message, answer.tone)
    : redirect('/cart', 303);
  response.headers.append('Set-Cookie', cartCookie.write(writeCartByServer(after)));
  return response;
}

export default function Cart({ loaderData }: Route.ComponentProps) {
  return <CartContents {...loaderData} recent={<RecentShelf />} />;
}
