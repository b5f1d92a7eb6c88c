/** Redirects to an outside provider to sign in there. Changes nothing but one cookie, so a link may do it. */
import { redirect } from 'react-router';
import { providerMessage } from '#core/accounts/identity/providers/provider.ts';
import { providerOf } from '#core/accounts/identity/providers/providers.server.ts';
import { goToProvider } from '#core/accounts/identity/providers/sign-in-with-provider.server.ts';
import { loginPath, safeReturnPath } from '#core/accounts/identity/sessions/return-path.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import type { Route } from './+types/login-with.resource';

export async function loader({ request, params }: Route.LoaderArgs) {
  const provider = providerOf(params.provider);
  if (!provider) return redirect('/login');
  const returnTo = safeReturnPath(new URL(request.url).searchParams.get('returnTo'));
  const sent = await goToProvider(provider, { returnTo });
  if (!sent.ok)
    return redirectWithFlash(loginPath(returnTo), providerMessage(sent.problem, provider.name), 'error');
  return redirect(sent.value.url, {
    headers: sent.value.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
  });
}
