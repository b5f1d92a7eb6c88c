/** Signs out. Only a POST does it, so that no link or picture can. */
import { redirect } from 'react-router';
import { SIGNED_OUT } from '#core/accounts/identity/accounts/messages.ts';
import { leaveSignedOut } from '#core/accounts/identity/sessions/sign-out.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { saveCart } from '#shop/cart/cart-store.ts';
import type { Route } from './+types/sign-out.resource';

export function loader() {
  return redirect('/');
}

/** What was added a moment ago is on its way to the account: the browser's own list ends with the session. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  await saveCart();
  return serverAction();
}

export function action({ request, context }: Route.ActionArgs) {
  return leaveSignedOut(request, context.get(actorContext), SIGNED_OUT);
}
