/** Defines the columns of the list of users. */
import { Link } from 'react-router';
import { roleLabel } from '#core/accounts/identity/staff/role-change.ts';
import { type Rights, setOf, setWords } from '#core/ground/access/rights.ts';
import { licenseTone } from '#office/customers/verification.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { RoleCell } from './role-cell.tsx';
import type { UserRow } from './user-list.ts';

type UserColumn = Column<UserRow, 'joined' | 'name'>;

/**
 * @param here the query of the list, which the link to a user's details preserves.
 * @param isAdmin whether the viewer changes roles, and sees details and licenses
 */
export function userColumns(here: string, isAdmin: boolean): readonly UserColumn[] {
  return [
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
    {
      head: 'Role',
      fixed: true,
      cell: (row) => (isAdmin ? <RoleCell user={row} here={here} /> : roleLabel[row.role]),
    },
    {
      head: 'Rights',
      fixed: true,
      cell: (row) => (row.rights ? <RightsLink of={row} rights={row.rights} here={here} /> : null),
    },
    ...(isAdmin ? [licenseStatus] : []),
    {
      head: 'Last Activity',
      cell: (row) => <span className="figures">{row.lastActivity}</span>,
    },
    ...(isAdmin ? [actions(here)] : []),
  ];
}

const licenseStatus: UserColumn = {
  head: 'License Status',
  fixed: true,
  cell: (row) => (
    <>
      <StatusBadge tone={licenseTone[row.license]}>{row.license}</StatusBadge>
      {row.isUnderAge ? <span className="block text-xs text-clay-700">Under age</span> : null}
    </>
  ),
};

const actions = (here: string): UserColumn => ({
  head: 'Actions',
  cell: (row) => (
    <span className="inline-flex flex-wrap items-center gap-x-4 xl:flex-nowrap xl:whitespace-nowrap">
      {row.canVerify ? (
        <Link
          to={`?${here ? `${here}&` : ''}verify=${row.id}`}
          preventScrollReset
          className={buttonClass('secondary', 'small', 'min-h-11')}
        >
          Verify license<span className="sr-only"> of {row.name}</span>
        </Link>
      ) : null}
      {row.role === 'user' ? null : (
        <Link to={`/admin/users/${row.id}`} className={rowAction}>
          At work<span className="sr-only">: {row.name}</span>
        </Link>
      )}
      <Link to={`?${here ? `${here}&` : ''}details=${row.id}`} preventScrollReset className={rowAction}>
        View Details<span className="sr-only"> of {row.name}</span>
      </Link>
    </span>
  ),
});

/** 'Lead', or 'Own rights' for boxes that are no starting set. */
function RightsLink({ of: { id, name }, rights, here }: { of: UserRow; rights: Rights; here: string }) {
  const set = setOf(rights);
  return (
    <Link to={`?${here ? `${here}&` : ''}rightsOf=${id}`} preventScrollReset className={rowAction}>
      {set ? setWords[set].label : 'Own rights'}
      <span className="sr-only">, rights of {name}</span>
    </Link>
  );
}
