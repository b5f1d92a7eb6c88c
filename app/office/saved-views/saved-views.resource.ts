/** Saves and deletes views of the back office's lists, then redirects to the list. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { deleteView, saveView } from '#core/ground/saved-views/save-view.server.ts';
import { savedViewMessage, savedViewSchema } from '#core/ground/saved-views/saved-view.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/saved-views.resource';
import { TYPED_NAME, TYPED_SHARED } from './typed-view.ts';

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
  if (form.get('intent') === 'delete') {
    const outcome = await deleteView(actor, String(form.get('id') ?? ''));
    return outcome.ok
      ? redirectWithFlash(path, `View ‘${outcome.value.name}’ deleted.`, 'success')
      : redirectWithFlash(path, savedViewMessage(outcome.problem), 'error');
  }
  // Rebuilt, so that the redirect address contains nothing but a query string.
  const query = new URLSearchParams(String(form.get('query') ?? '').slice(0, 1000)).toString();
  const back = query === '' ? path : `${path}?${query}`;
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
