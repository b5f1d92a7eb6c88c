/** POST /api/favorites: the heart and 'Notify me', from a plain form or by a script that stays on the page (`stay`). */

import { redirect } from 'react-router';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import {
  doneMessage,
  markMessage,
  readIntent,
  wantedCookie,
  writeWanted,
} from '#core/goods/favorites/mark.ts';
import { markProduct } from '#core/goods/favorites/mark-product.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { wholeNumber } from '#kernel/number.ts';
import { parseUrl } from '#kernel/url.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { safeReturnPath } from '#platform/requests/return-path.ts';
import type { MarkAnswer } from '#shop/kit/marks.tsx';
import type { Route } from './+types/api-favorites.resource';

export const loader = () => redirect('/favorites');

export async function action({ request, context }: Route.ActionArgs) {
  const form = await requestForm(request);
  const productId = wholeNumber(form.get('productId'));
  const intent = readIntent(form.get('intent'));
  if (productId === null || intent === null)
    return redirectWithFlash('/products', 'Product not found', 'error');
  const stays = form.get('stay') === 'yes';
  const back = pageBefore(request) ?? `/products/${productId}`;
  const outcome = await markProduct(context.get(actorContext), intent, productId);
  const message = outcome.ok ? doneMessage(intent) : markMessage(outcome.problem);
  if (!outcome.ok && outcome.problem.kind === 'not-signed-in') {
    const login = loginPath('/favorites/save');
    const wanted = wantedCookie.write(writeWanted({ intent, productId, back }));
    const signIn = redirectWithFlash(login, message, 'info', [wanted]);
    if (!stays) return signIn;
    const headers = signIn.headers.getSetCookie().map((line): [string, string] => ['Set-Cookie', line]);
    return Response.json({ ok: false, message, login } satisfies MarkAnswer, { headers });
  }
  if (stays) return Response.json({ ok: outcome.ok, message } satisfies MarkAnswer);
  return redirectWithFlash(back, message, outcome.ok ? 'success' : 'error');
}

/** The page of the press; null if the browser does not say, or names another site. */
function pageBefore(request: Request): string | null {
  const referrer = parseUrl(request.headers.get('referer') ?? '');
  if (referrer?.origin !== new URL(request.url).origin) return null;
  return safeReturnPath(referrer.pathname + referrer.search, '') || null;
}
