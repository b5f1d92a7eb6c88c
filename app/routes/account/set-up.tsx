/** Makes the owner's account of a shop that was started empty; the link is printed in the terminal. */

import { data, useNavigation } from 'react-router';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { setUpMessage, setUpSchema } from '#features/identity/set-up.ts';
import { isSetUpOpen, setUpOwner } from '#features/identity/set-up-owner.server.ts';
import { NewPassword } from '#features/identity/ui/new-password-fields.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { Route } from './+types/set-up';

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  // A link that does not work looks like a page that does not exist.
  if (token.length > 200 || !(await isSetUpOpen(token))) throw data(null, { status: 404 });
  return { token };
}

export async function action({ request }: Route.ActionArgs) {
  const read = readForm(await requestForm(request), setUpSchema, ['password', 'token']);
  if (!read.ok) return data(read.refused(), { status: 422 });
  const outcome = await setUpOwner(read.value);
  if (outcome.ok)
    return redirectWithFlash('/login?mode=admin', 'Account created. Sign in to continue.', 'success');
  return data(read.refused(setUpMessage(outcome.problem)), refusalInit(outcome.problem));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Set up the shop' });

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting';
  const errors = actionData?.errors ?? {};
  const values = actionData?.values ?? {};
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-md flex-col gap-5">
        <h1 className="text-3xl">Set up the shop</h1>
        <p className="text-ink-soft">
          This creates the owner’s account, with access to everything. The link works once.
        </p>
        <CheckedForm refusal={actionData} className="flex flex-col gap-5">
          <input type="hidden" name="token" value={loaderData.token} />
          <Field
            label="Full Name"
            name="fullName"
            autoComplete="name"
            required
            defaultValue={values.fullName}
            errors={errors.fullName}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={values.email}
            errors={errors.email}
          />
          <NewPassword label="Password" errors={errors} />
          <Button type="submit" size="large" busy={busy} busyText="Setting up…">
            Make the owner’s account
          </Button>
        </CheckedForm>
      </div>
    </section>
  );
}
