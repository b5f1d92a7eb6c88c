/** POST /admin/dismiss-message: removes a message that stays until it is dismissed, and returns to the page. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { redirectDismissed } from '#platform/requests/lasting-message.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { safeReturnPath } from '#platform/requests/return-path.ts';
import type { Route } from './+types/dismiss-message.resource';

const HOME = '/admin/dashboard';

export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'backoffice.enter', request);
  return redirect(HOME);
}

export async function action({ request, context }: Route.ActionArgs) {
  requirePermission(context, 'backoffice.enter', request);
  const form = await requestForm(request);
  return redirectDismissed(request, safeReturnPath(form.get('back'), HOME), String(form.get('id') ?? ''));
}
