/** /login/second-factor: the second step of a sign-in, after the right password. */
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { secondFactorMessage, secondFactorSchema } from '#features/identity/authenticator.ts';
import { LOGIN_SUCCESSFUL, SIGN_IN_EXPIRED } from '#features/identity/messages.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import {
  afterSignIn,
  loginMode,
  loginPath,
  safeReturnPath,
  secondFactorPath,
} from '#features/identity/return-path.ts';
import {
  type AskedFactor,
  passSecondFactor,
  readAskedFactor,
  readPending,
  sendAnotherCode,
} from '#features/identity/second-factor.server.ts';
import { textFactorMessage } from '#features/identity/text-factor.ts';
import { CodeField } from '#features/identity/ui/code-field.tsx';
import { SentCode } from '#features/identity/ui/sent-code.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/second-factor';

function asked(request: Request) {
  const query = new URL(request.url).searchParams;
  return { mode: loginMode(query.get('mode')), returnTo: safeReturnPath(query.get('returnTo')) };
}

export async function loader({ request }: Route.LoaderArgs) {
  const { mode, returnTo } = asked(request);
  const start = loginPath(returnTo, mode);
  const pending = await readPending(request);
  if (!pending) throw redirect(start);
  return { start, asked: await readAskedFactor(pending) };
}

export async function action({ request }: Route.ActionArgs) {
  const { mode, returnTo } = asked(request);
  const form = await requestForm(request);
  if (form.get('intent') === 'send-code') {
    const sent = await sendAnotherCode(request);
    if (sent.ok) return redirect(secondFactorPath(returnTo, mode));
    if (sent.problem.kind === 'expired')
      return redirectWithFlash(loginPath(returnTo, mode), SIGN_IN_EXPIRED, 'error');
    const refusal = { message: textFactorMessage(sent.problem), errors: {}, values: {} };
    return data<FormRefusal>(refusal, refusalInit(sent.problem));
  }
  const read = readForm(form, secondFactorSchema, ['code']);
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
    case 'wrong-text-code':
      return data({ ...read.refused(), errors: { code: [message] } }, refusalInit(problem));
    default:
      return data(read.refused(message), refusalInit(problem));
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Enter a code' });

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, start } = loaderData;
  const navigation = useNavigation();
  const doing = navigation.state === 'submitting' ? navigation.formData?.get('intent') : undefined;
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-md flex-col gap-5">
        <h1 className="text-3xl">Enter a code</h1>
        <WhereItComesFrom asked={asked} />
        <CheckedForm refusal={actionData} className="flex flex-col gap-5">
          <CodeField hint={hints[asked.by]} errors={actionData?.errors.code} value={undefined} />
          <Button
            type="submit"
            name="intent"
            value="sign-in"
            size="large"
            busy={doing === 'sign-in'}
            busyText="Signing in..."
          >
            Sign In
          </Button>
        </CheckedForm>
        {asked.by === 'text' ? (
          <Form method="post" className="grid gap-2 border-t border-line pt-5">
            <p className="text-sm text-ink-soft">
              No message? It can take a minute. A backup code works at any time.
            </p>
            <div>
              <Button
                type="submit"
                name="intent"
                value="send-code"
                rank="secondary"
                busy={doing === 'send-code'}
                busyText="Sending…"
              >
                Send a new code
              </Button>
            </div>
          </Form>
        ) : null}
        <p className="text-sm">
          <Link
            to={start}
            className="inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4 hover:text-ink"
          >
            Start over
          </Link>
        </p>
      </div>
    </section>
  );
}

const hints: Readonly<Record<AskedFactor['by'], string>> = {
  app: 'Six digits from the app, or one of your backup codes.',
  text: 'Six digits from the message, or one of your backup codes.',
  'text-ended': 'One of your backup codes, ten digits.',
};

function WhereItComesFrom({ asked }: { asked: AskedFactor }) {
  if (asked.by === 'app')
    return <p className="text-ink-soft">Your password is right. Now open your authenticator app.</p>;
  if (asked.by === 'text-ended')
    return (
      <Notice tone="caution">
        Your password is right. We no longer send text messages, so enter one of your backup codes, then set
        up an authenticator app. Have you none left? Please call or write to us; the numbers are at the top of
        the page.
      </Notice>
    );
  return asked.sent ? (
    <SentCode to={`your phone ending in ${asked.phoneEnd}`} status={asked.sent.status} />
  ) : (
    <Notice tone="caution">
      Your password is right. No code was sent to your phone ending in {asked.phoneEnd}: either too many were
      sent lately, or the last one has run out. Ask for a new one, or enter one of your backup codes.
    </Notice>
  );
}
