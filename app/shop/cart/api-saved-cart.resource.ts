/**
 * /api/saved-cart: the cart that a customer's devices share. GET reads it, POST saves `lines` over version `seen`. The
 * page says whose cart it shows, `owner`: someone else may have signed in since, in another tab.
 */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { readCart } from '#core/sales/checkout/cart.ts';
import { saveCart } from '#core/sales/checkout/save-cart.server.ts';
import { readSavedCart } from '#core/sales/checkout/saved-cart-queries.server.ts';
import { problemJson } from '#platform/requests/problem-response.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/api-saved-cart.resource';

const headers = { 'Cache-Control': 'no-store' };

const isOfAnother = (actor: SignedIn, owner: unknown) => owner !== null && owner !== actor.userId;

export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest' || isOfAnother(actor, url.searchParams.get('owner')))
    return problemJson('not-signed-in');
  if (actor.isBanned) return problemJson('banned');
  return Response.json(await readSavedCart(actor), { headers });
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return problemJson('not-signed-in');
  if (actor.isBanned) return problemJson('banned');
  const form = await requestForm(request);
  if (isOfAnother(actor, form.get('owner'))) return problemJson('not-signed-in');
  const seen = form.get('seen');
  if (typeof seen !== 'string' || !/^\d{1,9}$/.test(seen)) return problemJson('malformed');
  const text = String(form.get('lines') ?? '');
  const lines = readCart(text);
  // A cart that cannot be read must not empty the one that is saved.
  if (lines.length === 0 && text !== '') return problemJson('malformed');
  const outcome = await saveCart(actor, lines, Number(seen));
  return outcome.ok
    ? Response.json(outcome.value, { headers })
    : Response.json(outcome.problem.cart, { status: 409, headers });
}
