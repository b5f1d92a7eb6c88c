/** After a first sign-in with a provider: the birth date, which an account needs and no provider tells. */
import { data, useNavigation } from 'react-router';
import { completeSignUp } from '#features/identity/complete-sign-up.server.ts';
import { completeSignUpSchema } from '#features/identity/complete-sign-up.ts';
import { SIGNED_IN } from '#features/identity/messages.ts';
import { accountProvider, providerMessage } from '#features/identity/provider.ts';
import { unfinishedCookie } from '#features/identity/provider-flow.server.ts';
import { nameOfAccount } from '#features/identity/providers.server.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { afterSignIn, loginPath } from '#features/identity/return-path.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import type { Route } from './+types/complete-sign-up';

const OVER = 'That sign-in is over. Please start again.';

export function loader({ request }: Route.LoaderArgs) {
  const unfinished = unfinishedCookie.read(request);
  if (!unfinished) throw redirectWithFlash('/login', OVER, 'error');
  const { email, name, issuer } = unfinished;
  return { email, name, provider: nameOfAccount(accountProvider(issuer)) };
}

export async function action({ request }: Route.ActionArgs) {
  const unfinished = unfinishedCookie.read(request);
  if (!unfinished) throw redirectWithFlash('/login', OVER, 'error');
  const { today } = await storeClock();
  const read = readForm(await requestForm(request), completeSignUpSchema(today));
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await completeSignUp(request, unfinished, read.value);
  if (!outcome.ok) {
    const words = providerMessage(outcome.problem, nameOfAccount(accountProvider(unfinished.issuer)));
    if (outcome.problem.kind !== 'email-taken')
      return data(read.refused(words), refusalInit(outcome.problem));
    const away = redirectWithFlash(loginPath(unfinished.returnTo), words, 'error');
    away.headers.append('Set-Cookie', unfinishedCookie.clear());
    return away;
  }
  const to = afterSignIn({ mode: 'signin', door: 'page', returnTo: unfinished.returnTo }) ?? '/';
  const response = redirectWithFlash(to, SIGNED_IN, 'success');
  for (const cookie of [unfinishedCookie.clear(), ...outcome.value.cookies])
    response.headers.append('Set-Cookie', cookie);
  return response;
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Complete your account' });

export default function CompleteSignUp({ loaderData, actionData }: Route.ComponentProps) {
  const minimumAge = useMinimumAge();
  const isBusy = useNavigation().state === 'submitting';
  const { email, name, provider } = loaderData;
  const errors = actionData?.errors ?? {};
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-md flex-col gap-6">
        <h1 className="text-3xl">Complete your account</h1>
        <p className="text-ink-soft">
          {provider} told us who you are. We also need your birth date: only adults {minimumAge} and older can
          reserve cannabis.
        </p>
        <CheckedForm refusal={actionData} className="flex flex-col gap-5">
          <div>
            <p className="text-sm font-medium">Email</p>
            <p className="mt-1.5 wrap-anywhere">{email}</p>
          </div>
          <Field
            label="Full Name"
            name="fullName"
            autoComplete="name"
            required
            maxLength={120}
            hint="As it stands on your ID."
            defaultValue={actionData?.values.fullName ?? name ?? ''}
            errors={errors.fullName}
          />
          <Field
            label="Birth Date"
            name="birthDate"
            type="date"
            autoComplete="bday"
            required
            hint="We check your ID again at pickup."
            defaultValue={actionData?.values.birthDate}
            errors={errors.birthDate}
          />
          <Button type="submit" size="large" busy={isBusy} busyText="Creating Account...">
            Create Account
          </Button>
        </CheckedForm>
        <ButtonLink to="/login" rank="quiet">
          Sign in another way
        </ButtonLink>
      </div>
    </section>
  );
}
