/** Signs out. Only a POST does it, so that no link or picture can. */
import { redirect } from 'react-router';
import { SIGNED_OUT } from '#features/identity/messages.ts';
import { signOut } from '#features/identity/sign-out.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import type { Route } from './+types/sign-out';

export function loader() {
  return redirect('/');
}

export async function action({ request }: Route.ActionArgs) {
  const response = redirectWithFlash('/', SIGNED_OUT, 'success');
  for (const cookie of await signOut(request)) response.headers.append('Set-Cookie', cookie);
  return response;
}
