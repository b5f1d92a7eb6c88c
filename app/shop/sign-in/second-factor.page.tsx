/** /login/second-factor: the second step of a sign-in, after the right password. */
import { Form, Link, redirect, useNavigation } from 'react-router';
import { readAskedFactor, readPending } from '#core/accounts/identity/second-factor/second-factor.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { CodeField, SendCodeButton } from '#shop/kit/code-to-phone.tsx';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { Route } from './+types/second-factor.page';
import { answerSecondFactor, signInPath } from './answer-second-factor.server.ts';
import { followUpContext } from './follow-up.server.ts';
import { codeHints, SecondFactorSource } from './second-factor-source.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const pending = await readPending(request);
  if (!pending) throw redirect(signInPath(request));
  return { start: signInPath(request), asked: await readAskedFactor(pending) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerSecondFactor(request, await requestForm(request), context.get(followUpContext));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Enter a code' });

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, start } = loaderData;
  const navigation = useNavigation();
  const doing = navigation.state === 'submitting' ? navigation.formData?.get('intent') : undefined;
  return (
    <NarrowPage title="Enter a code">
      <SecondFactorSource asked={asked} />
      <CheckedForm refusal={actionData} className="flex flex-col gap-5">
        <CodeField hint={codeHints[asked.by]} errors={actionData?.errors.code} value={undefined} />
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
        <Form method="post" className="grid justify-items-start gap-2 border-t border-line pt-5">
          <p className="text-sm text-ink-soft">
            No message? It can take a minute. A backup code works at any time.
          </p>
          <SendCodeButton again />
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
    </NarrowPage>
  );
}
