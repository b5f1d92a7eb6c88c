/** The link of the confirmation mail; leads home (specification section 4). */
import { confirmEmail } from '#features/identity/account-links.server.ts';
import { EMAIL_CONFIRMED, LINK_NOT_VALID, tooManyTries } from '#features/identity/messages.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import type { Route } from './+types/confirm-email';

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const outcome = await confirmEmail(request, token);
  if (outcome.ok) return redirectWithFlash('/', EMAIL_CONFIRMED, 'success');
  return outcome.problem.kind === 'too-many-tries'
    ? redirectWithFlash('/', tooManyTries(outcome.problem.seconds), 'error')
    : redirectWithFlash('/resend-confirmation', LINK_NOT_VALID, 'error');
}
