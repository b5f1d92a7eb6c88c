/** Changing a person's role: what is refused, and the messages (specification sections 6 and 8). */
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { Role } from '#kernel/statuses.ts';

export const ROLE_UPDATED = 'Role updated successfully';

export const roleLabel: Readonly<Record<Role, string>> = { admin: 'Admin', staff: 'Staff', user: 'User' };

export type RoleProblem =
  | Common<'not-allowed' | 'confirm-first' | 'not-found'>
  | { kind: 'changed'; role: Role }
  | { kind: 'last-admin' }
  | { kind: 'banned' }
  /** Another person at work has a name that looks like this person's. */
  | { kind: 'name-taken' };

export function roleMessage(problem: RoleProblem): string {
  return `Failed to update role. ${why(problem)}`;
}

function why(problem: RoleProblem): string {
  switch (problem.kind) {
    case 'changed':
      return `Someone else set the role to ${roleLabel[problem.role]}. Review it first.`;
    case 'last-admin':
      return LAST_ADMIN;
    case 'banned':
      return 'This account is banned. End the ban first.';
    case 'name-taken':
      return 'Someone who works here has a name that looks like this one. Ask them to add a middle name or an initial in their profile first.';
    default:
      return commonMessage(problem, 'User');
  }
}

export const LAST_ADMIN = 'This is the last admin. Make someone else an admin first.';
