/** Signs out. Only a POST does it, so that no link or picture can. */
import { redirect } from 'react-router';
import { SIGNED_OUT } from '#features/identity/messages.ts';
import { leaveSignedOut } from '#features/identity/sign-out.server.ts';
import type { Route } from './+types/sign-out';

export function loader() {
  return redirect('/');
}

export function action({ request }: Route.ActionArgs) {
  return leaveSignedOut(request, SIGNED_OUT);
}
