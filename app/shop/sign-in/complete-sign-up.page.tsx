/** After a first sign-in with a provider: asks for the birth date, which an account needs and no provider supplies. */
import { useNavigation } from 'react-router';
import { completeSignUp } from '#core/accounts/identity/accounts/complete-sign-up.server.ts';
import { completeSignUpSchema } from '#core/accounts/identity/accounts/complete-sign-up.ts';
import { SIGNED_IN } from '#core/accounts/identity/accounts/messages.ts';
import { birthDateRule } from '#core/accounts/identity/accounts/minimum-age.server.ts';
import { accountProvider, providerMessage } from '#core/accounts/identity/providers/provider.ts';
import { unfinishedCookie } from '#core/accounts/identity/providers/provider-flow.server.ts';
import { nameOfAccount } from '#core/accounts/identity/providers/providers.server.ts';
import { afterSignIn, loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { BirthDateField, FullNameField } from '#shop/kit/person-fields.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import type { Route } from './+types/complete-sign-up.page';
import { followUpContext, redirectSignedIn } from './follow-up.server.ts';

const OVER = 'That sign-in has expired. Please start again.';

export function loader({ request }: Route.LoaderArgs) {
  const unfinished = unfinishedCookie.read(request);
  if (!unfinished) throw redirectWithFlash('/login', OVER, 'error');
  const { email, name, issuer } = unfinished;
  return { email, name, provider: nameOfAccount(accountProvider(issuer)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const unfinished = unfinishedCookie.read(request);
  if (!unfinished) throw redirectWithFlash('/login', OVER, 'error');
  const form = await requestForm(request);
  const read = readForm(form, completeSignUpSchema(await birthDateRule(form)));
  if (!read.ok) return answerOf(read.refused());
  const outcome = await completeSignUp(request, unfinished, read.value);
  if (!outcome.ok) {
    const words = providerMessage(outcome.problem, nameOfAccount(accountProvider(unfinished.issuer)));
    if (outcome.problem.kind !== 'email-taken') return answerOf(read.refused(words), outcome.problem);
    return redirectWithFlash(loginPath(unfinished.returnTo), words, 'error', [unfinishedCookie.clear()]);
  }
  const to = afterSignIn({ mode: 'signin', door: 'page', returnTo: unfinished.returnTo }) ?? '/';
  const then = { to, message: SIGNED_IN, also: [unfinishedCookie.clear()] };
  return redirectSignedIn(request, outcome.value.cookies, then, context.get(followUpContext));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Complete your account' });

export default function CompleteSignUp({ loaderData, actionData }: Route.ComponentProps) {
  const minimumAge = useMinimumAge();
  const isBusy = useNavigation().state === 'submitting';
  const { email, name, provider } = loaderData;
  return (
    <NarrowPage title="Complete your account">
      <p className="text-ink-soft">
        We have your name from {provider}. We also need your birth date: you must be {minimumAge} or older.
      </p>
      <CheckedForm refusal={actionData} className="flex flex-col gap-5">
        <div>
          <p className="text-sm font-medium">Email</p>
          <p className="mt-1.5 wrap-anywhere">{email}</p>
        </div>
        <FullNameField refusal={actionData} hint="As shown on your ID." known={name} />
        <BirthDateField refusal={actionData} hint="We check your ID at pickup." />
        <Button type="submit" size="large" busy={isBusy} busyText="Creating Account...">
          Create Account
        </Button>
      </CheckedForm>
      <ButtonLink to="/login" rank="quiet">
        Sign in another way
      </ButtonLink>
    </NarrowPage>
  );
}
