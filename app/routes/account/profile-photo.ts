/** Takes one's photos: POST /profile/license-photo and /profile/photo. Scripts get JSON, forms a redirect with a message. */
import { redirect } from 'react-router';
import { actorContext } from '#features/access/actor-context.ts';
import { photoLabel, photoMessage } from '#features/customers/photo.ts';
import { receivePhoto } from '#features/customers/receive-photo.server.ts';
import type { PhotoAnswer } from '#features/customers/ui/photo-section.tsx';
import { countAttempt } from '#features/identity/count-attempt.server.ts';
import { photoLimit } from '#features/identity/rate-limit.ts';
import { loginPath } from '#features/identity/return-path.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import type { Route } from './+types/profile-photo';

const statuses: Readonly<Record<string, number>> = {
  'not-signed-in': 401,
  'too-many-at-once': 429,
  'too-many-attempts': 429,
};

/** Nothing to see: the page is /profile. */
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
      status: outcome.ok ? 200 : (statuses[outcome.problem.kind] ?? 422),
    });
  const to = isGuest ? loginPath('/profile') : '/profile';
  return redirectWithFlash(to, message, outcome.ok ? 'success' : 'error');
}
