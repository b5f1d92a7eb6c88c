/**
 * The decision of staff about a customer's age (specification section 2, 'Age Verification Approval'): what is refused,
 * and the messages for staff and for the customer.
 */
import { isOfAge } from '#kernel/age.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import type { AgeRejection } from '#kernel/statuses.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';

/** `undecided` withdraws an earlier decision. */
export type AgeDecision = 'approved' | 'rejected' | 'undecided';

export const APPROVE = 'Approve (Over 21)';
export const REJECT = 'Reject (Under 21)';
export const SAW_LICENSE = 'I saw the physical license';
export const NO_PENDING = 'No profiles pending verification.';
/** How long the queue offers its author to undo a decision. */
export const UNDO_DECISION_MINUTES = 10;
/** The reason that the history gives for an undone decision. */
export const DECISION_UNDONE = 'Undone right after the decision';
export const FETCH_FAILED = 'Failed to fetch profiles';
export const UPDATE_FAILED = 'Failed to update profile';

export const decisionLabel: Readonly<Record<AgeDecision, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  undecided: 'Undecided',
};

/** The stored form: null undecided, true approved, false rejected. */
export const storedDecision = (decision: AgeDecision): boolean | null =>
  decision === 'undecided' ? null : decision === 'approved';

export function decisionOf(isVerifiedOver21: boolean | null): AgeDecision {
  if (isVerifiedOver21 === null) return 'undecided';
  return isVerifiedOver21 ? 'approved' : 'rejected';
}

export const decidedMessage = (decision: AgeDecision): string =>
  `Profile marked as ${decisionLabel[decision]}`;

export const undoneMessage = (name: string): string => `Undone. ${name} is pending again.`;

/** The reasons staff choose from. */
export const rejectionLabel: Readonly<Record<AgeRejection, string>> = {
  under_age: 'Under age',
  mismatch: 'Name or birth date differs from the license',
  expired: 'License has expired',
  unreadable: 'Photo cannot be read',
  other: 'Something else',
};

/** The message to the customer, as a full sentence. */
export function rejectionWords(rejection: AgeRejection, minimumAge: number): string {
  switch (rejection) {
    case 'under_age':
      return `Your license says that you are under ${minimumAge}.`;
    case 'mismatch':
      return 'The name or birth date in your profile differs from your license.';
    case 'expired':
      return 'Your license has expired.';
    case 'unreadable':
      return 'The photo of your license cannot be read.';
    case 'other':
      return 'What you sent us does not show your age.';
    default:
      return assertNever(rejection);
  }
}

export type AgeDecisionProblem =
  | Common<'not-allowed' | 'confirm-first' | 'not-found'>
  | { kind: 'own' }
  /** Someone else decided first. `by` is null when that is no longer known. */
  | { kind: 'decided'; decision: AgeDecision; by: string | null }
  /** The customer changed profile or photo since the page was rendered. */
  | { kind: 'changed' }
  /** An approval without a photo, and no one saw the license. */
  | { kind: 'license-unseen' }
  | { kind: 'no-birth-date' }
  | { kind: 'under-age'; minimumAge: number };

/** Starts with the specification's words (section 8), then says why and what to do. */
export function ageDecisionMessage(problem: AgeDecisionProblem): string {
  return `${UPDATE_FAILED}. ${why(problem)}`;
}

function why(problem: AgeDecisionProblem): string {
  switch (problem.kind) {
    case 'own':
      return 'Someone else must decide your own age.';
    case 'decided': {
      const as = decisionLabel[problem.decision].toLowerCase();
      return problem.decision === 'undecided'
        ? 'Someone else undid this decision. Review it first.'
        : `${problem.by ?? 'Someone else'} has already ${as} this profile.`;
    }
    case 'changed':
      return 'The customer saved changes. Review them first.';
    case 'license-unseen':
      return `There is no photo. Tick ‘${SAW_LICENSE}’ once you have compared it.`;
    case 'no-birth-date':
      return 'No birth date is on file. Enter the one on the license first.';
    case 'under-age':
      return `The birth date on file is under ${problem.minimumAge}. If the license says otherwise, correct the date first.`;
    default:
      return commonMessage(problem, 'Customer');
  }
}

/** Whether this birth date can be approved: unknown means no (docs/law.md, Age). */
export function checkApproval(
  birthDate: string | null,
  today: StoreDate,
  minimumAge: number,
): Result<null, AgeDecisionProblem> {
  if (birthDate === null) return refuse({ kind: 'no-birth-date' });
  if (!isOfAge(parseDate(birthDate), today, minimumAge)) return refuse({ kind: 'under-age', minimumAge });
  return succeed(null);
}
