/** Verifying a license, and other profile facts that staff set: the forms and messages. */

import { z } from 'zod';
import { formatNumber } from '#kernel/number.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { typed } from '#platform/requests/typed-text.ts';
import { isPlausibleBirthDate } from './profile-fields.ts';

export const LICENSE_VERIFIED = 'License verified successfully';
export const LICENSE_TAKEN_BACK = 'License verification undone.';
export const BIRTH_DATE_CORRECTED = 'Birth date corrected.';
export const POINTS_SAVED = 'Loyalty points saved.';

const reason = typed(500, 'reason').min(1, 'Enter a reason. It is saved with the customer.');
const version = shownNumber();

export const takeLicenseBackForm = z.object({ reason });

export const birthDateForm = (today: StoreDate) =>
  z.object({
    version,
    birthDate: z
      .string({ error: 'Enter the birth date on the license.' })
      .trim()
      .refine((text) => isPlausibleBirthDate(parseDate(text), today), 'Enter the birth date on the license.'),
    reason,
  });
export type BirthDateInput = z.output<ReturnType<typeof birthDateForm>>;

const MOST_POINTS = 1_000_000;

export const pointsForm = z.object({
  /** The number that the page showed. */
  from: z.coerce.number().int(),
  points: z
    .string({ error: 'Enter a number of points.' })
    .trim()
    .regex(/^\d{1,7}$/, 'Points are a whole number, 0 or more.')
    .transform(Number)
    .refine((points) => points <= MOST_POINTS, `${formatNumber(MOST_POINTS)} is the most.`),
  reason,
});
export type PointsInput = z.output<typeof pointsForm>;

export type CustomerFactProblem =
  | Common<'not-allowed' | 'confirm-first' | 'not-found'>
  | { kind: 'own' }
  | { kind: 'no-license' }
  /** The age decision or the birth date prevents it. */
  | { kind: 'rejected' }
  | { kind: 'under-age' }
  | { kind: 'changed' };

function why(problem: CustomerFactProblem): string {
  switch (problem.kind) {
    case 'own':
      return 'Someone else must do this for your own account.';
    case 'no-license':
      return 'No license ID is on file.';
    case 'rejected':
      return 'This person’s age was rejected. Change that decision first.';
    case 'under-age':
      return 'The birth date on file is under age. If the license says otherwise, correct the date first.';
    case 'changed':
      return commonMessage({ kind: 'stale' });
    default:
      return commonMessage(problem, 'Customer');
  }
}

export const licenseMessage = (problem: CustomerFactProblem): string =>
  `Failed to verify license. ${why(problem)}`;

export const customerFactMessage = (problem: CustomerFactProblem): string =>
  `Failed to update profile. ${why(problem)}`;
