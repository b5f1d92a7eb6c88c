/** Defines the columns of the list of users. */
import { Link } from 'react-router';
import { licenseTone } from '#office/customers/verification.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { RoleCell } from './role-cell.tsx';
import type { UserRow } from './user-list.ts';

/** @param here the query of the list, which the link to a user's details preserves. */
export function userColumns(here: string): readonly Column<UserRow, 'joined' | 'name'>[] {
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
    { head: 'Role', fixed: true, cell: (row) => <RoleCell user={row} here={here} /> },
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
    },
  ];
}
