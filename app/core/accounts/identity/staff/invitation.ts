/** Inviting staff and accepting an invitation: what is refused, and the messages. */
import { type Common, commonMessage } from '#kernel/problem.ts';
import { tooManyAttempts } from '../accounts/messages.ts';
import { NAME_TAKEN } from './staff-name.ts';

/** How long the link works. */
export const INVITATION_DAYS = 3;

export type InviteProblem =
  | Common<'not-allowed' | 'confirm-first'>
  | { kind: 'has-account' }
  /** The invitation gives, or the one it replaces gave, more than the person has who invites. */
  | { kind: 'more-than-own' }
  | { kind: 'not-found' };

export function inviteMessage(problem: InviteProblem): string {
  switch (problem.kind) {
    case 'has-account':
      return 'This email already has an account. Change its role in the list of users.';
    case 'more-than-own':
      return 'You can invite only people who get no more rights than you have. Ask an admin.';
    default:
      return commonMessage(problem, 'Invitation');
  }
}

export const INVITATION_NOT_VALID =
  'This invitation is no longer valid. Ask the person who invited you for a new one.';
export const JOINED = 'Welcome. Your account is ready.';

export type JoinProblem =
  | { kind: 'link-not-valid' }
  | { kind: 'email-taken' }
  | { kind: 'name-taken' }
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'busy' };

export function joinMessage(problem: JoinProblem): string {
  switch (problem.kind) {
    case 'link-not-valid':
      return INVITATION_NOT_VALID;
    case 'email-taken':
      return 'This address has an account by now. Sign in with it, and ask an admin for the role.';
    case 'name-taken':
      return NAME_TAKEN;
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return commonMessage(problem);
  }
}
