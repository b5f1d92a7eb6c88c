/** /your-data/delete: deletes the account, after a recent sign-in and after the person types the email again. */
import { Link, useNavigation } from 'react-router';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { leaveSignedOut } from '#core/accounts/identity/sessions/sign-out.server.ts';
import { deleteAccount } from '#core/records/account-data/delete-account.server.tsx';
import {
  ACCOUNT_DELETED,
  deleteAccountMessage,
  deleteAccountSchema,
} from '#core/records/account-data/delete-account.ts';
import { readOpenMatters } from '#core/sales/orders/reassign-records.server.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { EmailField } from '#shop/kit/person-fields.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/your-data-delete.page';
import { WhatIsDeleted } from './what-is-deleted.tsx';

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
  if (!read.ok) return answerOf(read.refused());
  const outcome = await deleteAccount(actor);
  if (!outcome.ok) return answerOf(read.refused(deleteAccountMessage(outcome.problem)), outcome.problem);
  return leaveSignedOut(request, actor, ACCOUNT_DELETED);
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { email, obstacle, isOpen } = loaderData;
  const isBusy = useNavigation().state === 'submitting';
  return (
    <>
      <PageHead back={{ to: '/your-data', label: 'Your data' }} title="Delete your account" />
      <div className="grid max-w-xl gap-6">
        <WhatIsDeleted />
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
            <EmailField
              refusal={actionData}
              autoComplete="off"
              label={
                <>
                  To confirm, enter your email: <span className="wrap-anywhere">{email}</span>
                </>
              }
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" rank="danger" busy={isBusy} busyText="Deleting…">
                Delete my account for good
              </Button>
              <ButtonLink to="/your-data" rank="quiet">
                Cancel
              </ButtonLink>
            </div>
          </CheckedForm>
        )}
      </div>
    </>
  );
}
