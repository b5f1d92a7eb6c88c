/** Saves the columns of a list that a person sees, then redirects to the list. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { chooseColumns } from '#core/ground/saved-views/choose-columns.server.ts';
import { readColumnChoice } from '#core/ground/saved-views/list-columns.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/choose-columns.resource';
import { listAddress } from './list-address.ts';

export function loader() {
  throw redirect('/admin/dashboard');
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'backoffice.enter', request);
  const form = await requestForm(request);
  const { back } = listAddress(form);
  const choice = readColumnChoice(form);
  if (!choice) return redirectWithFlash(back, 'The columns could not be saved. Try again.', 'error');
  const outcome = await chooseColumns(actor, choice);
  return outcome.ok
    ? redirectWithFlash(back, 'Columns saved.', 'success')
    : redirectWithFlash(back, 'Ask an admin for more.', 'error');
}
