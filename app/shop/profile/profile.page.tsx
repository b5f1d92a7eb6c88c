/** /profile: My Profile (specification section 2). Guests are asked to sign in and come back. */
import { data } from 'react-router';
import { LOGIN_NEEDED } from '#core/accounts/customers/profile.ts';
import { readMyProfile } from '#core/accounts/customers/profile-queries.server.ts';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { readMyOrders, readMyReservations } from '#core/sales/orders/orders-queries.server.ts';
import { log } from '#platform/log.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { LatestOrders } from '#shop/orders/latest-orders.tsx';
import type { Route } from './+types/profile.page';
import { answerProfile, removePhoto } from './answer-profile.server.ts';
import { ProfilePage } from './profile-view.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My Profile' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  try {
    const [profile, page, reservations] = await Promise.all([
      readMyProfile(actor),
      readMyOrders(actor, 1),
      readMyReservations(actor),
    ]);
    const orders = page.orders.slice(0, 3).map(({ orderId, placed, status, total }) => ({
      orderId,
      placed,
      status,
      total,
    }));
    return { profile, orders, reservations };
  } catch (error) {
    log.error({ err: error }, 'a profile could not be loaded');
    return data({ profile: null, orders: [], reservations: [] }, { status: 503 });
  }
}

/** Also after a refusal: the next save is compared with what someone else saved. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  if (context.get(actorContext).kind === 'guest')
    return redirectWithFlash(loginPath('/profile'), LOGIN_NEEDED);
  const actor = requireSignedIn(context, request);
  const form = await requestForm(request);
  return form.get('intent') === 'delete-photo' ? removePhoto(actor, form) : answerProfile(actor, form);
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, orders, reservations } = loaderData;
  return (
    <ProfilePage
      profile={profile}
      refusal={actionData}
      orders={<LatestOrders orders={orders} reservations={reservations} />}
    />
  );
}
