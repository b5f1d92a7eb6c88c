/** Behind the link of the confirmation mail. Looking at it confirms nothing: mail scanners follow links too. */
import { type ReactNode, useRef } from 'react';
import { data, redirect, useNavigation } from 'react-router';
import { actorContext } from '#features/access/actor-context.ts';
import { readCart } from '#features/checkout/cart.ts';
import { confirmSignUp, confirmSignUpAnew } from '#features/identity/confirm-sign-up.server.ts';
import { confirmAnewSchema, confirmMessage, confirmSchema } from '#features/identity/confirm-sign-up.ts';
import { readConfirmation } from '#features/identity/link-queries.server.ts';
import {
  ALREADY_CONFIRMED,
  ALREADY_CONFIRMED_HERE,
  EMAIL_CONFIRMED,
  EMAIL_CONFIRMED_ELSEWHERE,
  EMAIL_CONFIRMED_SIGN_IN,
  LINK_NOT_VALID,
} from '#features/identity/messages.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { loginPath } from '#features/identity/return-path.ts';
import { startSession } from '#features/identity/sign-in-person.server.ts';
import { forgetSignedUpEmail } from '#features/identity/signed-up-email.server.ts';
import { NewPassword } from '#features/identity/ui/new-password-fields.tsx';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { cartCookie } from '#platform/cookies.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/confirm-email';

/** The cart stays in the browser it was filled in, which need not be the one that mail is read in. */
const hasCart = (request: Request) => readCart(cartCookie.read(request.headers.get('cookie'))).length > 0;

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const confirmation = await readConfirmation(token);
  if (confirmation.state === 'not-valid')
    throw redirectWithFlash('/resend-confirmation', LINK_NOT_VALID, 'error');
  if (confirmation.state === 'open') return { isOpen: true, token, email: confirmation.email } as const;
  // Followed once more, often in another browser than before: on to what was begun in this one.
  const returnTo = hasCart(request) ? '/cart' : null;
  if (context.get(actorContext).kind === 'user')
    throw redirectWithFlash(returnTo ?? '/', ALREADY_CONFIRMED_HERE, 'info');
  return { isOpen: false, returnTo } as const;
}

const SECRETS = ['password', 'token'];

export async function action({ request }: Route.ActionArgs) {
  const form = await requestForm(request);
  const isAnew = form.get('intent') === 'new-password';
  const { refusal, outcome, password } = isAnew
    ? await confirmAnew(request, form)
    : await confirm(request, form);
  if (!outcome) return data({ ...refusal(), isAnew }, { status: 400 });
  if (!outcome.ok) {
    if (outcome.problem.kind === 'link-not-valid')
      return redirectWithFlash('/resend-confirmation', LINK_NOT_VALID, 'error');
    // Confirmed meanwhile, in another tab or on another device: the link itself says how to go on.
    if (outcome.problem.kind === 'already-confirmed')
      return redirect(`/confirm-email?${new URLSearchParams({ token: String(form.get('token')) })}`);
    const message = confirmMessage(outcome.problem);
    return data({ ...refusal(message), isAnew }, refusalInit(outcome.problem));
  }

  const { email, returnTo } = outcome.value;
  const signedIn = await startSession(request, { email, password }, { admin: false });
  const [to, words] = !signedIn.ok
    ? [loginPath(returnTo), EMAIL_CONFIRMED_SIGN_IN]
    : returnTo === '/checkout' && !hasCart(request)
      ? ['/cart', EMAIL_CONFIRMED_ELSEWHERE]
      : [returnTo ?? '/', EMAIL_CONFIRMED];
  const response = redirectWithFlash(to, words, 'success');
  for (const cookie of signedIn.ok ? signedIn.value.cookies : [])
    response.headers.append('Set-Cookie', cookie);
  response.headers.append('Set-Cookie', forgetSignedUpEmail);
  return response;
}

async function confirm(request: Request, form: FormData) {
  const read = readForm(form, confirmSchema, SECRETS);
  const outcome = read.ok ? await confirmSignUp(request, read.value) : null;
  return { refusal: read.refused, outcome, password: read.ok ? read.value.password : '' };
}

async function confirmAnew(request: Request, form: FormData) {
  const { today } = await storeClock();
  const read = readForm(form, confirmAnewSchema(today), SECRETS);
  const outcome = read.ok ? await confirmSignUpAnew(request, read.value) : null;
  return { refusal: read.refused, outcome, password: read.ok ? read.value.password : '' };
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm your email' });

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  if (!loaderData.isOpen) return <AlreadyConfirmed returnTo={loaderData.returnTo} />;
  const ofConfirm = actionData?.isAnew ? undefined : actionData;
  const ofAnew = actionData?.isAnew ? actionData : undefined;
  const { token, email } = loaderData;
  return (
    <Page title="Confirm your email">
      <CheckedForm refusal={ofConfirm} className="flex flex-col gap-5">
        <p className="text-ink-soft">
          Enter the password you chose when you signed up as{' '}
          <strong className="wrap-anywhere">{email}</strong>. You are signed in right after.
        </p>
        <HiddenFields token={token} email={email} intent="confirm" />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          errors={ofConfirm?.errors.password}
        />
        <Button type="submit" size="large" busy={isBusy} busyText="Confirming…">
          Confirm and sign in
        </Button>
      </CheckedForm>
      <details open={ofAnew !== undefined} className="border-t border-line pt-5">
        <summary className="min-h-11 cursor-pointer content-center font-medium text-spruce-700 underline underline-offset-4">
          Forgot it? Choose a new password
        </summary>
        <CheckedForm refusal={ofAnew} idPrefix="new-" className="mt-4 flex flex-col gap-5">
          <p className="text-ink-soft">
            Only that password shows that the sign-up was yours, so we ask for your name and birth date again
            and drop the rest of it.
          </p>
          <HiddenFields token={token} email={email} intent="new-password" />
          <Field
            label="Full Name"
            name="fullName"
            autoComplete="name"
            required
            maxLength={120}
            defaultValue={ofAnew?.values.fullName}
            errors={ofAnew?.errors.fullName}
          />
          <Field
            label="Birth Date"
            name="birthDate"
            type="date"
            autoComplete="bday"
            required
            defaultValue={ofAnew?.values.birthDate}
            errors={ofAnew?.errors.birthDate}
          />
          <NewPassword errors={ofAnew?.errors ?? {}} />
          <Button type="submit" size="large" rank="secondary" busy={isBusy} busyText="Confirming…">
            Save password and confirm
          </Button>
        </CheckedForm>
      </details>
    </Page>
  );
}

/** The address is there for password managers; the server goes by the link alone. */
function HiddenFields({ token, email, intent }: { token: string; email: string; intent: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
    </>
  );
}

function AlreadyConfirmed({ returnTo }: { returnTo: string | null }) {
  return (
    <Page title="Already confirmed">
      <Notice tone="success">{ALREADY_CONFIRMED}</Notice>
      <p className="flex flex-wrap gap-4">
        <ButtonLink to={loginPath(returnTo)}>Sign in</ButtonLink>
        <ButtonLink to="/forgot-password" rank="secondary">
          Forgot password?
        </ButtonLink>
      </p>
    </Page>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A form that gives way to other words takes the focus along.
  useFocusAfter(heading);
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-md flex-col gap-6">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          {title}
        </h1>
        {children}
      </div>
    </section>
  );
}
