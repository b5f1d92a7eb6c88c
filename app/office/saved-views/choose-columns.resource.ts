/** Saves the columns of a list that a person sees, then redirects to the list. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { chooseColumns } from '#core/ground/saved-views/choose-columns.server.ts';
import { readColumnChoice } from '#core/ground/saved-views/list-columns.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/choose-columns.resource';

/** Accepts a form's `path` only if it is a list of the back office. */
const listPath = /^\/admin\/[a-z-]{1,40}$/;

export function loader() {
  throw redirect('/admin/dashboard');
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'backoffice.enter', request);
  const form = await requestForm(request);
  const given = String(form.get('path') ?? '');
  const path = listPath.test(given) ? given : '/admin/dashboard';
  // Rebuilt, so that the redirect address contains nothing but a query string.
  const query = new URLSearchParams(String(form.get('query') ?? '').slice(0, 1000)).toString();
  const back = query === '' ? path : `${path}?${query}`;
  const choice = readColumnChoice(form);
  if (!choice) return redirectWithFlash(back, 'The columns could not be saved. Try again.', 'error');
  const outcome = await chooseColumns(actor, choice);
  return outcome.ok
    ? redirectWithFlash(back, 'Columns saved.', 'success')
    : redirectWithFlash(back, 'Ask an admin for more.', 'error');
}
