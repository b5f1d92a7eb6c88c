/** Defines User Management (specification section 2): the list's filters and sorts, and what a row shows. */
import type { LicenseStatus } from '#core/accounts/customers/age-verification.ts';
import type { Rights } from '#core/ground/access/actor.ts';
import { choiceFilter, defineList, type ListState, textFilter } from '#kernel/list-state.ts';
import type { Role } from '#kernel/statuses.ts';

export const USERS_FAILED = 'Failed to fetch profiles';

export const userList = defineList({
  name: 'users',
  filters: {
    find: textFilter('Name, email or phone'),
    role: choiceFilter(
      'Role',
      [
        { value: 'admin', label: 'Admins' },
        { value: 'staff', label: 'Staff' },
        { value: 'user', label: 'Users' },
      ],
      'All Roles',
    ),
    license: choiceFilter('License', [
      { value: 'verified', label: 'Verified' },
      { value: 'pending', label: 'Pending' },
      { value: 'rejected', label: 'Rejected' },
      { value: 'none', label: 'Not provided' },
    ]),
  },
  sorts: { joined: 'Joined', name: 'Name' },
  defaultSort: '-joined',
});

export type UserListState = ListState<'find' | 'role' | 'license', 'joined' | 'name'>;

export type UserRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Of staff; null for others. */
  rights: Rights | null;
  license: LicenseStatus;
  /** Whether staff can verify the license now. */
  canVerify: boolean;
  /** Under age according to the birth date on file. */
  isUnderAge: boolean;
  /** 'Nov 5, 2026 3:07 PM' in the store's zone, or 'Never'. */
  lastActivity: string;
  isBanned: boolean;
};
