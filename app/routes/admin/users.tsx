/** User Management: roles, licenses, last activity, invitations. Admins only. */
import { UserPlus } from 'lucide-react';
import { Form, Link, useNavigation } from 'react-router';
import { verifyLicense } from '#features/customers/change-customer-facts.server.ts';
import { LICENSE_VERIFIED, licenseMessage } from '#features/customers/license-decision.ts';
import { changeRole } from '#features/identity/change-role.server.ts';
import { requirePermission, requireRecentSignIn } from '#features/identity/guards.server.ts';
import { inviteMessage } from '#features/identity/invitation.ts';
import { readInvitations } from '#features/identity/invitations-queries.server.ts';
import { takeInvitationBack } from '#features/identity/invite-staff.server.ts';
import { ROLE_UPDATED, roleLabel, roleMessage } from '#features/identity/role-change.ts';
import { roleForm } from '#features/identity/role-form.ts';
import { licenseTone } from '#features/people/ui/customer-profile.tsx';
import { RoleCell } from '#features/people/ui/role-cell.tsx';
import { UserDetails } from '#features/people/ui/user-details.tsx';
import { USERS_FAILED, type UserRow, userList } from '#features/people/user-list.ts';
import { readUserDetails, readUsers } from '#features/people/users-queries.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { ListPage } from '#shell/list-page.tsx';
import { readList } from '#shell/read-list.server.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/users';

const PATH = '/admin/users';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'users.manage', request);
  const { searchParams } = new URL(request.url);
  const state = userList.parse(searchParams);
  const { zone } = await storeClock();
  const failed = { what: 'users', said: USERS_FAILED };
  const [shown, invitations, details] = await Promise.all([
    readList(actor, userList, readUsers(actor, state, zone), failed),
    readInvitations(actor, zone),
    readUserDetails(actor, searchParams.get('details') ?? '', zone),
  ]);
  return { state, ...shown, invitations, details };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'users.manage', request);
  const form = await requestForm(request);
  const query = new URL(request.url).searchParams;
  query.delete('index');
  const back = query.size > 0 ? `${PATH}?${query}` : PATH;
  switch (form.get('intent')) {
    case 'role': {
      await requireRecentSignIn(actor, request);
      const read = readForm(form, roleForm);
      if (!read.ok) return redirectWithFlash(back, 'Failed to update role', 'error');
      const outcome = await changeRole(actor, read.value);
      return outcome.ok
        ? redirectWithFlash(back, ROLE_UPDATED, 'success')
        : redirectWithFlash(back, roleMessage(outcome.problem), 'error');
    }
    case 'verify-license': {
      const outcome = await verifyLicense(actor, String(form.get('userId') ?? ''));
      return outcome.ok
        ? redirectWithFlash(back, LICENSE_VERIFIED, 'success')
        : redirectWithFlash(back, licenseMessage(outcome.problem), 'error');
    }
    case 'take-back': {
      const outcome = await takeInvitationBack(actor, String(form.get('invitation') ?? ''));
      return outcome.ok
        ? redirectWithFlash(back, 'The invitation is taken back.', 'success')
        : redirectWithFlash(back, inviteMessage(outcome.problem), 'error');
    }
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'User Management · Admin' }];

const rowAction =
  '-my-2 inline-flex min-h-11 min-w-11 items-center justify-center text-spruce-700 underline underline-offset-4';

export default function Users({ loaderData }: Route.ComponentProps) {
  const { state, invitations, details } = loaderData;
  useLive(['customers']);
  const here = userList.query(state);
  const columns: readonly Column<UserRow, 'joined' | 'name'>[] = [
    {
      head: 'User',
      sort: 'name',
      primary: true,
      cell: (row) => (
        <span className="block min-w-[min(9rem,100%)] max-w-80">
          <Link to={`/admin/customers/${row.id}`}>{row.name}</Link>
          <EmailAddress className="block font-normal text-ink-soft">{row.email}</EmailAddress>
          {row.isBanned ? <StatusBadge tone="red">Banned</StatusBadge> : null}
        </span>
      ),
    },
    { head: 'Role', fixed: true, cell: (row) => <RoleCell user={row} /> },
    {
      head: 'License Status',
      fixed: true,
      cell: (row) => (
        <>
          <StatusBadge tone={licenseTone[row.license]}>{row.license}</StatusBadge>
          {row.isUnderAge ? <span className="block text-xs text-clay-700">Under age</span> : null}
        </>
      ),
    },
    {
      head: 'Last Activity',
      cell: (row) => <span className="figures">{row.lastActivity}</span>,
    },
    {
      head: 'Actions',
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-x-4 xl:flex-nowrap xl:whitespace-nowrap">
          {row.canVerify ? <VerifyLicense user={row} /> : null}
          <Link to={`?${here ? `${here}&` : ''}details=${row.id}`} preventScrollReset className={rowAction}>
            View Details<span className="sr-only"> of {row.name}</span>
          </Link>
        </span>
      ),
    },
  ];
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
          {invitations.length > 0 ? <OpenInvitations invitations={invitations} /> : null}
          {details ? (
            <UserDetails key={details.id} user={details} back={here ? `${PATH}?${here}` : PATH} />
          ) : null}
        </>
      }
      table={{ caption: 'Users', columns, rowKey: (row) => row.id }}
      words={{ unmatched: 'No users match these filters.', all: 'Show all users' }}
    />
  );
}

type Invitations = Route.ComponentProps['loaderData']['invitations'];

function OpenInvitations({ invitations }: { invitations: Invitations }) {
  return (
    <section aria-labelledby="invitations" className="mb-8 max-w-3xl">
      <h2 id="invitations" className="mb-3 text-lg">
        Open invitations
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
            <span className="min-w-[min(12rem,100%)] flex-1 break-all">{invitation.email}</span>
            <span>{roleLabel[invitation.role]}</span>
            <span className="figures text-ink-soft">until {invitation.until}</span>
            <Confirm
              label="Take back"
              of={invitation.email}
              question={`Take the invitation of ${invitation.email} back?`}
              consequence="Its link stops working."
              fields={{ intent: 'take-back', invitation: invitation.id }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function VerifyLicense({ user }: { user: UserRow }) {
  const { formData } = useNavigation();
  const isBusy = formData?.get('intent') === 'verify-license' && formData.get('userId') === user.id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="verify-license" />
      <input type="hidden" name="userId" value={user.id} />
      <Button
        type="submit"
        rank="secondary"
        size="small"
        className="min-h-11"
        busy={isBusy}
        busyText="Verifying…"
      >
        Verify license<span className="sr-only"> of {user.name}</span>
      </Button>
    </Form>
  );
}
