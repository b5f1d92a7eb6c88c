/**
 * Where a provider sends people back to. A form, which some providers send from their own site, becomes a GET of
 * ours: our cookies travel with that one only.
 */
import { redirect } from 'react-router';
import { actorContext } from '#features/access/actor-context.ts';
import { type LinkProblem, linkMessage, PROVIDER_LINKED } from '#features/identity/linked-provider.ts';
import { SIGNED_IN } from '#features/identity/messages.ts';
import { type ProviderProblem, providerMessage } from '#features/identity/provider.ts';
import { awayCookie } from '#features/identity/provider-flow.server.ts';
import { type Provider, providerOf } from '#features/identity/providers.server.ts';
import { afterSignIn, secondFactorPath } from '#features/identity/return-path.ts';
import { comeBackFromProvider } from '#features/identity/sign-in-with-provider.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import type { Route } from './+types/login-with-callback';

const ANSWERS = ['state', 'code', 'iss', 'error'] as const;
/** Longer values are no provider's. */
const MAXIMUM = 2000;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const provider = providerOf(params.provider);
  if (!provider) return redirect('/login');
  const query = new URL(request.url).searchParams;
  const told = (name: (typeof ANSWERS)[number]) => query.get(name)?.slice(0, MAXIMUM) ?? null;
  const answer = { state: told('state'), code: told('code'), iss: told('iss'), error: told('error') };
  const actor = context.get(actorContext);
  const outcome = await comeBackFromProvider(request, provider, answer, actor);
  // Whatever came of it, this way back was for once.
  const cookies = [awayCookie.clear()];
  if (!outcome.ok) {
    const to = actor.kind === 'guest' ? '/login' : '/security/providers';
    return withCookies(redirectWithFlash(to, wordsFor(outcome.problem, provider), 'error'), cookies);
  }
  const { value } = outcome;
  if (value.kind === 'linked')
    return withCookies(
      redirectWithFlash('/security/providers', PROVIDER_LINKED(provider.name), 'success'),
      cookies,
    );
  cookies.push(...value.cookies);
  if (value.kind === 'new') return withCookies(redirect('/login/complete'), cookies);
  const to = afterSignIn({ mode: 'signin', door: 'page', returnTo: value.returnTo }) ?? '/';
  if (value.kind === 'second-factor') return withCookies(redirect(secondFactorPath(to, 'signin')), cookies);
  return withCookies(redirectWithFlash(to, SIGNED_IN, 'success'), cookies);
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

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
