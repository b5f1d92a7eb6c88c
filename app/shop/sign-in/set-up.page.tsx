/** Creates the owner's account of a shop that started empty; the terminal prints the link. */

import { data } from 'react-router';
import { setUpMessage, setUpSchema } from '#core/accounts/identity/staff/set-up.ts';
import { isSetUpOpen, setUpOwner } from '#core/accounts/identity/staff/set-up-owner.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PasswordForm } from '#shop/kit/password-form.tsx';
import { EmailField, FullNameField } from '#shop/kit/person-fields.tsx';
import type { Route } from './+types/set-up.page';

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
  return answerOf(read.refused(setUpMessage(outcome.problem)), outcome.problem);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Set up the shop' });

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NarrowPage title="Set up the shop">
      <p className="text-ink-soft">
        This creates the owner’s account, with access to everything. The link works once.
      </p>
      <PasswordForm
        refusal={actionData}
        hidden={{ token: loaderData.token }}
        password="new"
        label="Password"
        button="Create the owner’s account"
        busyText="Setting up…"
      >
        <FullNameField refusal={actionData} />
        <EmailField refusal={actionData} autoComplete="username" />
      </PasswordForm>
    </NarrowPage>
  );
}
