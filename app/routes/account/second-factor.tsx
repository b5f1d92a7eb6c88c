/** /login/second-factor: the second step of a sign-in, after the right password. */
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { secondFactorMessage, secondFactorSchema } from '#features/identity/authenticator.ts';
import { LOGIN_SUCCESSFUL, SIGN_IN_EXPIRED } from '#features/identity/messages.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { afterSignIn, loginMode, loginPath, safeReturnPath } from '#features/identity/return-path.ts';
import { passSecondFactor, readPending } from '#features/identity/second-factor.server.ts';
import { CodeField } from '#features/identity/ui/code-field.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/second-factor';

function asked(request: Request) {
  const query = new URL(request.url).searchParams;
  return { mode: loginMode(query.get('mode')), returnTo: safeReturnPath(query.get('returnTo')) };
}

export async function loader({ request }: Route.LoaderArgs) {
  const { mode, returnTo } = asked(request);
  const start = loginPath(returnTo, mode);
  if (!(await readPending(request))) throw redirect(start);
  return { start };
}

export async function action({ request }: Route.ActionArgs) {
  const { mode, returnTo } = asked(request);
  const read = readForm(await requestForm(request), secondFactorSchema, ['code']);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await passSecondFactor(request, read.value, { admin: mode === 'admin' });
  if (outcome.ok) {
    const to = afterSignIn({ mode, door: 'page', returnTo }) ?? '/';
    const response = redirectWithFlash(to, LOGIN_SUCCESSFUL, 'success');
    for (const cookie of outcome.value.cookies) response.headers.append('Set-Cookie', cookie);
    return response;
  }
  const { problem } = outcome;
  const message = secondFactorMessage(problem);
  switch (problem.kind) {
    case 'expired':
      return redirectWithFlash(loginPath(returnTo, mode), SIGN_IN_EXPIRED, 'error');
    case 'banned':
    case 'admin-only':
      return redirectWithFlash('/', message, 'error');
    case 'wrong-code':
      return data({ ...read.refused(), errors: { code: [message] } }, refusalInit(problem));
    default:
      return data(read.refused(message), refusalInit(problem));
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Enter a code' });

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <section className="shell py-12 sm:py-16">
      <Form method="post" noValidate className="mx-auto flex max-w-md flex-col gap-5">
        <h1 className="text-3xl">Enter a code</h1>
        <p className="text-ink-soft">Your password is right. Now open your authenticator app.</p>
        {actionData?.message ? <Notice tone="error">{actionData.message}</Notice> : null}
        <CodeField
          hint="Six digits from the app, or one of your backup codes."
          errors={actionData?.errors.code}
          value={undefined}
        />
        <Button type="submit" size="large" busy={isBusy} busyText="Signing in...">
          Sign In
        </Button>
        <p className="text-sm">
          <Link
            to={loaderData.start}
            className="inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4 hover:text-spruce-900"
          >
            Start over
          </Link>
        </p>
      </Form>
    </section>
  );
}
