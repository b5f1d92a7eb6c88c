/** Sign-in and sign-up (specification section 2): the page, and the endpoint the dialog posts to. */

import { type RefObject, useEffect, useRef } from 'react';
import { Link, redirect, useNavigation } from 'react-router';
import { offeredProviders } from '#core/accounts/identity/providers/providers.server.ts';
import {
  afterSignIn,
  type LoginMode,
  loginMode,
  loginPath,
  safeReturnPath,
} from '#core/accounts/identity/sessions/return-path.ts';
import { may } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { Route } from './+types/login.page';
import { answerLogin } from './answer-login.server.ts';
import { followUpContext } from './follow-up.server.ts';
import { loginTitles, SignInFields, WayThroughCheckout } from './sign-in-form.tsx';

export function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const mode = loginMode(query.get('mode'));
  const returnTo = safeReturnPath(query.get('returnTo'));
  const actor = context.get(actorContext);
  const needsNoSignIn = actor.kind === 'user' && (mode !== 'admin' || may(actor, 'backoffice.enter'));
  if (needsNoSignIn) throw redirect(afterSignIn({ mode, door: 'page', returnTo }) ?? '/');
  const isAtCounter = actor.kind === 'guest' && actor.byPin === true;
  return { mode, returnTo, isAtCounter, providers: offeredProviders() };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerLogin(request, await requestForm(request), context.get(followUpContext));
}

/** Retry-After reaches browsers without scripts too. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, { title: loaderData ? loginTitles[loaderData.mode] : 'Sign in' });

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, returnTo, isAtCounter, providers } = loaderData;
  const navigation = useNavigation();
  const heading = useRef<HTMLHeadingElement>(null);
  useModeChange(mode, heading);
  const refusal = actionData && !actionData.ok ? actionData : undefined;
  const isFromCheckout = mode !== 'admin' && returnTo !== null && /^\/checkout(?:\?slot=|$)/.test(returnTo);
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto max-w-md">
        <h1 ref={heading} tabIndex={-1} className="mb-6 text-3xl outline-none">
          {loginTitles[mode]}
        </h1>
        {isAtCounter ? (
          <p className="mb-6">
            <Link to="/counter" className="text-spruce-700 underline underline-offset-4">
              Back to the counter
            </Link>
          </p>
        ) : null}
        {returnTo && mode !== 'admin' ? (
          <p className="mb-6 text-ink-soft">
            {isFromCheckout
              ? 'Your cart is saved, and we’ll bring you right back to checkout.'
              : 'Sign in to continue. We’ll bring you right back.'}
          </p>
        ) : null}
        {isFromCheckout ? <WayThroughCheckout mode={mode} returnTo={returnTo} /> : null}
        <CheckedForm action={loginPath(returnTo, mode)} refusal={refusal} className="flex flex-col gap-5">
          <SignInFields
            mode={mode}
            door="page"
            returnTo={returnTo}
            providers={providers}
            refusal={refusal}
            busy={navigation.formAction?.startsWith('/login') ?? false}
          />
        </CheckedForm>
      </div>
    </section>
  );
}

/** The other mode is another page at the same address: the focus moves to its heading. */
function useModeChange(mode: LoginMode, heading: RefObject<HTMLElement | null>): void {
  const shown = useRef(mode);
  useEffect(() => {
    if (shown.current === mode) return;
    shown.current = mode;
    heading.current?.focus({ preventScroll: true });
  }, [mode, heading]);
}
