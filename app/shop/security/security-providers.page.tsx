/** /security/providers: links an outside provider with the person's account, and unlinks it. */
import { useEffect } from 'react';
import { data, redirect, useNavigation } from 'react-router';
import { unlinkIdentity } from '#core/accounts/identity/providers/link-provider.server.ts';
import { PROVIDER_UNLINKED, unlinkMessage } from '#core/accounts/identity/providers/linked-provider.ts';
import { providerMessage } from '#core/accounts/identity/providers/provider.ts';
import { providerOf } from '#core/accounts/identity/providers/providers.server.ts';
import { goToProvider } from '#core/accounts/identity/providers/sign-in-with-provider.server.ts';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-providers.page';
import { readProviderLinks } from './linked-providers-queries.server.ts';
import { ProviderLinks } from './provider-links.tsx';

const HERE = '/security/providers';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Sign-in with other providers' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  return readProviderLinks(actor);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const form = await requestForm(request);
  if (form.get('intent') === 'unlink') {
    const outcome = await unlinkIdentity(request, actor, String(form.get('id') ?? ''));
    return outcome.ok
      ? redirectWithFlash(HERE, PROVIDER_UNLINKED(outcome.value.name), 'success')
      : redirectWithFlash(HERE, unlinkMessage(outcome.problem), 'error');
  }
  const provider = providerOf(String(form.get('provider') ?? ''));
  if (!provider) return redirect(HERE);
  const sent = await goToProvider(provider, { returnTo: null, linkSession: actor.sessionId });
  if (!sent.ok) return redirectWithFlash(HERE, providerMessage(sent.problem, provider.name), 'error');
  // No redirect: our forms may not lead to another site (form-action), and this one would.
  return data(
    { url: sent.value.url, name: provider.name },
    { headers: sent.value.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) },
  );
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecurityProviders({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const url = actionData?.url;
  useEffect(() => {
    if (url) window.location.assign(url);
  }, [url]);
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title="Sign-in with other providers"
        intro="Sign in here with an account you have elsewhere. We get only your name and email from there."
      />
      {actionData ? (
        <Notice title="One more step">
          <p>
            <a href={actionData.url} className="inline-block py-3 font-medium underline underline-offset-4">
              Go to {actionData.name}
            </a>{' '}
            and come back from there.
          </p>
        </Notice>
      ) : (
        <ProviderLinks links={loaderData} busy={isBusy} />
      )}
    </>
  );
}
