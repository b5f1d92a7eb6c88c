/** The target of the confirmation mail's link. Opening it confirms nothing: mail scanners follow links too. */
import { useRef } from 'react';
import { readConfirmation } from '#core/accounts/identity/accounts/link-queries.server.ts';
import {
  ALREADY_CONFIRMED,
  ALREADY_CONFIRMED_HERE,
  LINK_NOT_VALID,
} from '#core/accounts/identity/accounts/messages.ts';
import { isOwnSignUp } from '#core/accounts/identity/accounts/own-sign-up.server.ts';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/confirm-email.page';
import { answerConfirmation, hasCart } from './answer-confirmation.server.ts';
import { ConfirmElsewhere, ConfirmHere } from './confirm-forms.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const confirmation = await readConfirmation(token);
  if (confirmation.state === 'not-valid')
    throw redirectWithFlash('/resend-confirmation', LINK_NOT_VALID, 'error');
  if (confirmation.state === 'open') {
    const isOwn = isOwnSignUp(request, confirmation.signUpId);
    return { isOpen: true, token, email: confirmation.email, isOwn } as const;
  }
  // Opened a second time, often in another browser: continue what was started in this one.
  const returnTo = hasCart(request) ? '/cart' : null;
  if (context.get(actorContext).kind === 'user')
    throw redirectWithFlash(returnTo ?? '/', ALREADY_CONFIRMED_HERE, 'info');
  return { isOpen: false, returnTo } as const;
}

export async function action({ request }: Route.ActionArgs) {
  return answerConfirmation(request, await requestForm(request));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm your email' });

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // When other text replaces a form, the focus moves to its heading.
  useFocusAfter(heading);
  if (!loaderData.isOpen)
    return (
      <NarrowPage title="Already confirmed" heading={heading}>
        <Notice tone="success">{ALREADY_CONFIRMED}</Notice>
        <p className="flex flex-wrap gap-4">
          <ButtonLink to={loginPath(loaderData.returnTo)}>Sign In</ButtonLink>
          <ButtonLink to="/forgot-password" rank="secondary">
            Forgot password?
          </ButtonLink>
        </p>
      </NarrowPage>
    );
  const { isOwn, ...of } = loaderData;
  return (
    <NarrowPage title="Confirm your email" heading={heading}>
      {isOwn ? (
        <ConfirmHere {...of} refusal={actionData} />
      ) : (
        <ConfirmElsewhere {...of} answer={actionData} />
      )}
    </NarrowPage>
  );
}
