/**
 * /favorites/keep: where a guest who pressed a heart comes after signing in. It does what the cookie says that they
 * pressed, which only our own form can have put there, and goes back to their page.
 */
import { redirect } from 'react-router';
import { doneMessage, markMessage, readWanted, wantedCookie } from '#features/favorites/mark.ts';
import { markProduct } from '#features/favorites/mark-product.server.ts';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { safeReturnPath } from '#features/identity/return-path.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import type { Route } from './+types/keep-favorite';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const wanted = readWanted(wantedCookie.read(request.headers.get('cookie')));
  if (!wanted) return redirect('/favorites');
  const outcome = await markProduct(actor, wanted.intent, wanted.productId);
  const response = redirectWithFlash(
    safeReturnPath(wanted.back) ?? '/favorites',
    outcome.ok ? doneMessage(wanted.intent) : markMessage(outcome.problem),
    outcome.ok ? 'success' : 'info',
  );
  response.headers.append('Set-Cookie', wantedCookie.clear());
  return response;
}
