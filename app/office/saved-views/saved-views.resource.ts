/** Saves and deletes views of the back office's lists, then redirects to the list. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { deleteView, saveView } from '#core/ground/saved-views/save-view.server.ts';
import { savedViewMessage, savedViewSchema } from '#core/ground/saved-views/saved-view.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/saved-views.resource';
import { listAddress } from './list-address.ts';
import { TYPED_NAME, TYPED_SHARED } from './typed-view.ts';

export function loader() {
  throw redirect('/admin/dashboard');
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'backoffice.enter', request);
  const form = await requestForm(request);
  const { path, query, back } = listAddress(form);
  if (form.get('intent') === 'delete') {
    const outcome = await deleteView(actor, String(form.get('id') ?? ''));
    return outcome.ok
      ? redirectWithFlash(path, `View ‘${outcome.value.name}’ deleted.`, 'success')
      : redirectWithFlash(path, savedViewMessage(outcome.problem), 'error');
  }
  // The list opens the form again with what was typed.
  const typed = new URLSearchParams(query);
  typed.set(
    TYPED_NAME,
    String(form.get('name') ?? '')
      .slice(0, 200)
      .toWellFormed(),
  );
  if (form.get('shared') === '1') typed.set(TYPED_SHARED, '1');
  const again = `${path}?${typed}`;
  const read = readForm(form, savedViewSchema);
  if (!read.ok) {
    const { errors } = read.refused();
    return redirectWithFlash(again, Object.values(errors)[0]?.[0] ?? 'Failed to save view.', 'error');
  }
  const outcome = await saveView(actor, read.value);
  return outcome.ok
    ? redirectWithFlash(back, `View ‘${read.value.name}’ saved.`, 'success')
    : redirectWithFlash(again, savedViewMessage(outcome.problem), 'error');
}
