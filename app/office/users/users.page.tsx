/** User Management: roles, licenses, last activity, invitations. Admins only. */
import { UserPlus } from 'lucide-react';
import { verifyLicense } from '#core/customers/change-customer-facts.server.ts';
import { LICENSE_VERIFIED, licenseMessage } from '#core/customers/license-decision.ts';
import { requirePermission, requireRecentSignIn } from '#core/identity/sessions/guards.server.ts';
import { changeRole } from '#core/identity/staff/change-role.server.ts';
import { inviteMessage } from '#core/identity/staff/invitation.ts';
import { readInvitations } from '#core/identity/staff/invitations-queries.server.ts';
import { takeInvitationBack } from '#core/identity/staff/invite-staff.server.ts';
import { ROLE_UPDATED, roleMessage } from '#core/identity/staff/role-change.ts';
import { roleForm } from '#core/identity/staff/role-form.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { flashOutcome } from '#office/frame/flash-outcome.ts';
import { ListPage } from '#office/frame/list-view.tsx';
import { readList } from '#office/frame/read-list.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/users.page';
import { OpenInvitations } from './open-invitations.tsx';
import { userColumns } from './user-columns.tsx';
import { UserDetails } from './user-details.tsx';
import { USERS_FAILED, userList } from './user-list.ts';
import { readUserDetails, readUsers } from './users-queries.server.ts';

const PATH = '/admin/users';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'users.manage', request);
  const { searchParams } = new URL(request.url);
  const state = userList.parse(searchParams);
  const { zone } = await storeClock();
  const [shown, invitations, details] = await Promise.all([
    readList(actor, userList, readUsers(actor, state, zone), { what: 'users', said: USERS_FAILED }),
    readInvitations(actor, zone),
    readUserDetails(actor, searchParams.get('details') ?? '', zone),
  ]);
  return { state, ...shown, invitations, details };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'users.manage', request);
  await requireRecentSignIn(actor, request);
  const form = await requestForm(request);
  const query = new URL(request.url).searchParams;
  query.delete('index');
  const back = query.size > 0 ? `${PATH}?${query}` : PATH;
  switch (form.get('intent')) {
    case 'role': {
      const read = readForm(form, roleForm);
      if (!read.ok) return redirectWithFlash(back, 'Failed to update role', 'error');
      const outcome = await changeRole(actor, read.value);
      return flashOutcome(back, outcome, { done: ROLE_UPDATED, refused: roleMessage });
    }
    case 'verify-license': {
      const outcome = await verifyLicense(actor, String(form.get('userId') ?? ''));
      return flashOutcome(back, outcome, { done: LICENSE_VERIFIED, refused: licenseMessage });
    }
    case 'take-back': {
      const outcome = await takeInvitationBack(actor, String(form.get('invitation') ?? ''));
      return flashOutcome(back, outcome, { done: 'Invitation canceled.', refused: inviteMessage });
    }
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'User Management · Admin' }];

export default function Users({ loaderData }: Route.ComponentProps) {
  const { state, invitations, details } = loaderData;
  useLive(['customers']);
  const here = userList.query(state);
  return (
    <ListPage
      title="User Management"
      path={PATH}
      list={userList}
      shown={loaderData}
      count={['user', 'users']}
      actions={
        <ButtonLink to={`${PATH}/invite`} rank="secondary" size="small" className="min-h-11">
          <UserPlus aria-hidden="true" className="size-4" /> Invite staff
        </ButtonLink>
      }
      above={
        <>
          <OpenInvitations invitations={invitations} />
          {details ? (
            <UserDetails key={details.id} user={details} back={here ? `${PATH}?${here}` : PATH} />
          ) : null}
        </>
      }
      table={{ caption: 'Users', columns: userColumns(here), rowKey: (row) => row.id }}
      words={{ unmatched: 'No users match these filters.', all: 'Show all users' }}
    />
  );
}
