/** /admin is an address people type; redirects to the first screen. */
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import type { Route } from './+types/entry.page';

export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'backoffice.enter', request);
  return redirect('/admin/dashboard');
}

export default function Entry() {
  return null;
}
