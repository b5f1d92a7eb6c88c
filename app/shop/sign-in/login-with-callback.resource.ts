/**
 * Where a provider sends people back. A form POST, which some providers send from their own site, redirects to our own
 * GET, because our cookies are only sent with that one.
 */
import { redirect } from 'react-router';
import { SIGNED_IN } from '#core/accounts/identity/accounts/messages.ts';
import {
  type LinkProblem,
  linkMessage,
  PROVIDER_LINKED,
} from '#core/accounts/identity/providers/linked-provider.ts';
import { type ProviderProblem, providerMessage } from '#core/accounts/identity/providers/provider.ts';
import { awayCookie } from '#core/accounts/identity/providers/provider-flow.server.ts';
import { type Provider, providerOf } from '#core/accounts/identity/providers/providers.server.ts';
import { comeBackFromProvider } from '#core/accounts/identity/providers/sign-in-with-provider.server.ts';
import { afterSignIn, secondFactorPath } from '#core/accounts/identity/sessions/return-path.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { loggedSignIn } from '#platform/log-refusal.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/login-with-callback.resource';
import { followUpContext, redirectSignedIn } from './follow-up.server.ts';

const ANSWERS = ['state', 'code', 'iss', 'error'] as const;
/** No provider sends longer values. */
const MAXIMUM = 2000;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const provider = providerOf(params.provider);
  if (!provider) return redirect('/login');
  const query = new URL(request.url).searchParams;
  const told = (name: (typeof ANSWERS)[number]) => query.get(name)?.slice(0, MAXIMUM) ?? null;
  const answer = { state: told('state'), code: told('code'), iss: told('iss'), error: told('error') };
  const actor = context.get(actorContext);
  const outcome = await loggedSignIn('provider', comeBackFromProvider(request, provider, answer, actor));
  // The return link works once.
  const cookies = [awayCookie.clear()];
  if (!outcome.ok) {
    const to = actor.kind === 'guest' ? '/login' : '/security/providers';
    return redirectWithFlash(to, wordsFor(outcome.problem, provider), 'error', cookies);
  }
  const { value } = outcome;
  if (value.kind === 'linked')
    return redirectWithFlash('/security/providers', PROVIDER_LINKED(provider.name), 'success', cookies);
  const headers = [...cookies, ...value.cookies].map((cookie): [string, string] => ['Set-Cookie', cookie]);
  if (value.kind === 'new') return redirect('/login/complete', { headers });
  const to = afterSignIn({ mode: 'signin', door: 'page', returnTo: value.returnTo }) ?? '/';
  if (value.kind === 'second-factor') return redirect(secondFactorPath(to, 'signin'), { headers });
  const then = { to, message: SIGNED_IN, also: cookies };
  return redirectSignedIn(request, value.cookies, then, context.get(followUpContext));
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await requestForm(request);
  const query = new URLSearchParams();
  for (const name of ANSWERS) {
    const value = form.get(name);
    if (typeof value === 'string') query.set(name, value.slice(0, MAXIMUM));
  }
  return redirect(`/login/with/${encodeURIComponent(params.provider)}/callback?${query}`, 303);
}

function wordsFor(problem: ProviderProblem | LinkProblem, { name }: Provider): string {
  switch (problem.kind) {
    case 'of-another-account':
    case 'another-linked':
    case 'sign-in-too-old':
      return linkMessage(problem, name);
    default:
      return providerMessage(problem, name);
  }
}
