/** 'I am 21 or older' as a form: sets the cookie and goes back to the page. Nothing is stored on the server. */
import { redirect } from 'react-router';
import { affirmationUntil } from '#core/ground/frame/age-affirmation.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { ageCookie } from '#platform/requests/cookies.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { safeReturnPath } from '#platform/requests/return-path.ts';
import type { Route } from './+types/age-gate.resource';

export function loader() {
  return redirect('/');
}

export async function action({ request }: Route.ActionArgs) {
  const [form, { compliance }] = await Promise.all([requestForm(request), readSettings()]);
  const until = encodeURIComponent(affirmationUntil(Date.now(), compliance.ageGateDays));
  return redirect(safeReturnPath(form.get('returnTo')), {
    status: 303,
    headers: {
      'Set-Cookie': ageCookie.write(until, compliance.ageGateDays * 86_400),
    },
  });
}
