/** /profile: My Profile (specification section 2). Guests are sent to sign in and come back. */
import { data } from 'react-router';
import type { SignedIn } from '#features/access/actor.ts';
import { actorContext } from '#features/access/actor-context.ts';
import { deletePhoto } from '#features/customers/keep-photo.server.ts';
import { photoLabel } from '#features/customers/photo.ts';
import {
  fieldOf,
  LOGIN_NEEDED,
  PROFILE_SAVED,
  profileForm,
  profileMessage,
  SAVE_FAILED,
} from '#features/customers/profile.ts';
import { readMyProfile } from '#features/customers/profile-queries.server.ts';
import { saveProfile } from '#features/customers/save-profile.server.ts';
import { ProfilePage } from '#features/customers/ui/profile-page.tsx';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { loginPath } from '#features/identity/return-path.ts';
import { readMyOrders, readMyReservations } from '#features/orders/orders-queries.server.ts';
import { LatestOrders } from '#features/orders/ui/latest-orders.tsx';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { type PhotoKind, photoKinds } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { log } from '#platform/log.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import type { Route } from './+types/profile';

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

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  if (context.get(actorContext).kind === 'guest')
    return redirectWithFlash(loginPath('/profile'), LOGIN_NEEDED);
  const actor = requireSignedIn(context, request);
  const form = await requestForm(request);
  return form.get('intent') === 'delete-photo' ? removePhoto(actor, form) : save(actor, form);
}

async function removePhoto(actor: SignedIn, form: FormData) {
  const kind = photoKinds.find((each) => each === form.get('kind'));
  const isGone = kind !== undefined && (await deletePhoto(actor, kind));
  return redirectWithFlash('/profile', deletedWords(kind, isGone), isGone ? 'success' : 'info');
}

function deletedWords(kind: PhotoKind | undefined, isGone: boolean): string {
  return kind && isGone ? `${photoLabel[kind]} deleted.` : 'There was no photo to delete.';
}

async function save(actor: SignedIn, form: FormData) {
  const { today } = await storeClock();
  const read = readForm(form, profileForm(today));
  const refused = (refusal: Partial<FormRefusal>, status: number) =>
    data({ ...read.refused(), errors: {}, ...readBegan(form), ...refusal } satisfies FormRefusal, { status });
  if (!read.ok) return refused(read.refused(), 400);
  const texts = { base: readBase(form), mine: read.refused().values };
  const outcome = await saveProfile(actor, read.value, texts).catch((error: unknown) => {
    log.error({ err: error }, 'a profile could not be saved');
    return null;
  });
  if (outcome === null) return refused({ message: SAVE_FAILED }, 503);
  if (!outcome.ok) {
    const { problem } = outcome;
    const field = fieldOf(problem);
    const message = profileMessage(problem);
    if (problem.kind === 'stale') return refused({ message, stale: problem.stale }, 409);
    if (field === null) return refused({ message }, 403);
    return refused({ message: SAVE_FAILED, errors: { [field]: [message] } }, 422);
  }
  return redirectWithFlash('/profile', PROFILE_SAVED, 'success');
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
