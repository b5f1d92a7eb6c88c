/**
 * User Management: roles, rights, licenses, last activity, invitations. Who may give rights and is no admin sees who
 * works here, and their rights.
 */
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { readInvitations } from '#core/accounts/identity/staff/invitations-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { LicensePanel } from '#office/customers/license-panel.tsx';
import { ListPage } from '#office/kit/list-view.tsx';
import { readList } from '#office/kit/read-list.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { ButtonLink } from '#ui/button.tsx';
import { UserPlus } from '#ui/icons.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/users.page';
import { answerUsers } from './answer-users.server.ts';
import { OpenInvitations } from './open-invitations.tsx';
import { RightsPanel } from './rights-panel.tsx';
import { RolePanel } from './role-panel.tsx';
import { userColumns } from './user-columns.tsx';
import { UserDetails } from './user-details.tsx';
import { USERS_FAILED, userList } from './user-list.ts';
import { readUserPanels } from './user-panels-queries.server.ts';
import { UserUndo } from './user-undo.tsx';
import { readUsers } from './users-queries.server.ts';

const PATH = '/admin/users';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'staff.rights', request);
  const { searchParams } = new URL(request.url);
  const state = userList.parse(searchParams);
  const { zone } = await storeClock();
  const [shown, invitations, panels] = await Promise.all([
    readList(actor, userList, readUsers(actor, state, zone), { what: 'users', said: USERS_FAILED }),
    readInvitations(actor, zone),
    readUserPanels(actor, request, zone),
  ]);
  return { state, ...shown, invitations, ...panels, isAdmin: may(actor, 'users.manage') };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'staff.rights', request);
  await requireRecentSignIn(actor, request);
  return answerUsers(actor, new URL(request.url), await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'User Management · Admin' }];

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  const { state, invitations, details, verify, role, rights, undo, isAdmin } = loaderData;
  // Each load of the panel shows a license, which is recorded.
  useLive(['customers'], { paused: verify !== null });
  const here = userList.query(state);
  const back = here ? `${PATH}?${here}` : PATH;
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
          {undo ? <UserUndo change={undo} back={back} /> : null}
          {details ? <UserDetails key={details.id} user={details} refusal={actionData} back={back} /> : null}
          {verify ? <LicensePanel key={verify.id} of={verify} back={back} /> : null}
          {role ? <RolePanel key={role.id} change={role} back={back} /> : null}
          {rights ? <RightsPanel key={rights.of.id} {...rights} refusal={actionData} back={back} /> : null}
        </>
      }
      table={{ caption: 'Users', columns: userColumns(here, isAdmin), rowKey: (row) => row.id }}
      words={{ unmatched: 'No users match these filters.', all: 'Show all users' }}
    />
  );
}
