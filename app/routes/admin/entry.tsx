/** /admin leads to its first screen (design.md section 2). */
import { redirect } from 'react-router';
import { requirePermission } from '#features/identity/guards.server.ts';
import type { Route } from './+types/entry';

export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'backoffice.enter', request);
  return redirect('/admin/dashboard');
}

export default function Entry() {
  return null;
}
