/**
 * Receives a customer's photos: POST /profile/license-photo and /profile/photo. Scripts get JSON, forms a redirect with
 * a message.
 */
import { redirect } from 'react-router';
import { photoLabel, photoMessage } from '#core/accounts/customers/photo.ts';
import { receivePhoto } from '#core/accounts/customers/receive-photo.server.ts';
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import { photoLimit } from '#core/accounts/identity/sessions/rate-limit.ts';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { uploadStatusOf } from '#platform/requests/problem-status.ts';
import type { Route } from './+types/profile-photo.resource';
import type { PhotoAnswer } from './photo-section.tsx';

/** GET shows nothing: the page is /profile. */
export const loader = () => redirect('/profile');

export async function action({ request, context }: Route.ActionArgs) {
  const kind: PhotoKind = new URL(request.url).pathname.endsWith('license-photo') ? 'license' : 'profile';
  const outcome = await receivePhoto(context.get(actorContext), kind, request, (userId) =>
    countAttempt('photo', userId, photoLimit),
  );
  const message = outcome.ok ? `${photoLabel[kind]} saved.` : photoMessage(outcome.problem);
  const isGuest = !outcome.ok && outcome.problem.kind === 'not-signed-in';
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json({ message } satisfies PhotoAnswer, {
      status: outcome.ok ? 200 : uploadStatusOf(outcome.problem),
    });
  const to = isGuest ? loginPath('/profile') : '/profile';
  return redirectWithFlash(to, message, outcome.ok ? 'success' : 'error');
}
