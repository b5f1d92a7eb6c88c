/**
 * /favorites/save: where a guest who pressed a heart arrives after signing in. The page sends its own POST with the
 * action in the cookie, which only our form can set, and returns to the previous page. Without scripts it takes one
 * press.
 */
import { redirect } from 'react-router';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { safeReturnPath } from '#core/accounts/identity/sessions/return-path.ts';
import {
  doneMessage,
  type MarkIntent,
  markMessage,
  readWanted,
  wantedCookie,
} from '#core/goods/favorites/mark.ts';
import { markProduct } from '#core/goods/favorites/mark-product.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { SelfSubmittingForm } from '#shop/kit/self-submitting-form.tsx';
import { Button } from '#ui/button.tsx';
import type { Route } from './+types/save-favorite.page';

const PATH = '/favorites/save';

const buttonText: Readonly<Record<MarkIntent, string>> = {
  add: 'Add to favorites',
  notify: 'Notify me',
  remove: 'Remove from favorites',
  stop: 'Cancel alert',
  forget: 'Remove',
};

const wantedOf = (request: Request) => readWanted(wantedCookie.read(request.headers.get('cookie')));

export function loader({ request, context }: Route.LoaderArgs) {
  requireSignedIn(context, request);
  const wanted = wantedOf(request);
  if (!wanted) return redirect('/favorites');
  return { intent: wanted.intent };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, new Request(new URL(PATH, request.url)));
  const wanted = wantedOf(request);
  if (!wanted) return redirect('/favorites');
  const outcome = await markProduct(actor, wanted.intent, wanted.productId);
  return redirectWithFlash(
    safeReturnPath(wanted.back) ?? '/favorites',
    outcome.ok ? doneMessage(wanted.intent) : markMessage(outcome.problem),
    outcome.ok ? 'success' : 'info',
    [wantedCookie.clear()],
  );
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'One more step' });

export default function SaveFavorite({ loaderData: { intent } }: Route.ComponentProps) {
  return (
    <NarrowPage title="You are signed in.">
      <SelfSubmittingForm action={PATH}>
        <p>Press once more to finish what you started.</p>
        <Button type="submit" size="large">
          {buttonText[intent]}
        </Button>
      </SelfSubmittingForm>
    </NarrowPage>
  );
}
