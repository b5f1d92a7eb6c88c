/** /your-data/delete: deletes one's account, after a recent sign-in and with the email typed once more. */
import { data, Link, useNavigation } from 'react-router';
import { deleteAccount } from '#features/account-data/delete-account.server.tsx';
import {
  ACCOUNT_DELETED,
  deleteAccountMessage,
  deleteAccountSchema,
} from '#features/account-data/delete-account.ts';
import { requireRecentSignIn, requireSignedIn } from '#features/identity/guards.server.ts';
import { leaveSignedOut } from '#features/identity/sign-out.server.ts';
import { readOpenMatters } from '#features/orders/keep-records-of-deleted.server.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/your-data-delete';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Delete your account' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const open = await readOpenMatters(actor.userId);
  const isOpen = open.orders.length + open.reservations > 0;
  const obstacle =
    actor.role !== 'user'
      ? deleteAccountMessage({ kind: 'works-here' })
      : isOpen
        ? deleteAccountMessage({ kind: 'open-orders', ...open })
        : null;
  return { email: actor.email, obstacle, isOpen };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const read = readForm(await requestForm(request), deleteAccountSchema(actor.email));
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await deleteAccount(actor);
  if (!outcome.ok) return data(read.refused(deleteAccountMessage(outcome.problem)), { status: 409 });
  return leaveSignedOut(request, ACCOUNT_DELETED);
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { email, obstacle, isOpen } = loaderData;
  const isBusy = useNavigation().state === 'submitting';
  return (
    <>
      <PageHead back={{ to: '/your-data', label: 'Your data' }} title="Delete your account" />
      <div className="grid max-w-xl gap-6">
        <p>This happens at once and cannot be undone:</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>Your profile, license number and photos are removed.</li>
          <li>Your preferences, history and notifications are removed.</li>
          <li>Every device is signed out, and nobody can sign in any more.</li>
          <li>
            Past orders stay on record for five years, as the law requires, without your name, email, birth
            date or address.
          </li>
        </ul>
        {obstacle ? (
          <Notice tone="caution">
            <p>{obstacle}</p>
            {isOpen ? (
              <p>
                <Link to="/orders" className="inline-block py-3 font-medium underline underline-offset-4">
                  Go to your orders
                </Link>
              </p>
            ) : null}
          </Notice>
        ) : (
          <CheckedForm refusal={actionData} className="flex max-w-md flex-col gap-5">
            <Field
              label={
                <>
                  To confirm, enter your email: <span className="wrap-anywhere">{email}</span>
                </>
              }
              name="email"
              type="email"
              autoComplete="off"
              required
              maxLength={254}
              defaultValue={actionData?.values.email}
              errors={actionData?.errors.email}
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" rank="danger" busy={isBusy} busyText="Deleting…">
                Delete my account for good
              </Button>
              <ButtonLink to="/your-data" rank="quiet">
                Keep my account
              </ButtonLink>
            </div>
          </CheckedForm>
        )}
      </div>
    </>
  );
}
