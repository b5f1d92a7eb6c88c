/**
 * /your-data/download: everything the shop has about the actor, as a ZIP. It is rate limited and notifies the owner, so
 * it takes a form; opening the address leads to the page with the form.
 */
import { redirect } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { tooManyAttempts } from '#core/accounts/identity/accounts/messages.ts';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { downloadData } from '#core/records/account-data/download-data.server.ts';
import { zipResponse } from '#platform/files/zip.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import type { Route } from './+types/your-data-download.resource';

export function loader({ request, context }: Route.LoaderArgs) {
  requireSignedIn(context, request);
  return redirect('/your-data');
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  const { today } = await storeClock();
  const outcome = await downloadData(request, actor, today.toString());
  if (outcome.ok) return zipResponse(`your-data-${today}.zip`, outcome.value);
  // Back to the page and not to the file, which would leave them on the confirmation page.
  return outcome.problem.kind === 'sign-in-too-old'
    ? redirect(confirmPath('/your-data'))
    : redirectWithFlash('/your-data', tooManyAttempts(outcome.problem.seconds), 'error');
}
