/** My Profile (specification sections 2, 5 and 8): its form, its refusals and their messages. */

import { z } from 'zod';
import { assertNever } from '#kernel/result.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import type { StaleSave } from '#ui/form/refusal.ts';
import { type BirthDateProblem, birthDateMessage } from './birth-date.ts';
import { NAME_BY_ADMIN } from './locked-name.ts';
import { address, fullName, isPlausibleBirthDate, licenseId, licenseState, phone } from './profile-fields.ts';

export const PROFILE_SAVED = 'Profile saved!';
export const SAVE_FAILED = 'Failed to save profile.';
export const LOGIN_NEEDED = 'You must be logged in to update your profile.';

/** The form. A license number must be typed again to change it; blank leaves the one on file. */
export const profileForm = (today: StoreDate) =>
  z.object({
    version: shownNumber(SAVE_FAILED),
    fullName,
    phone,
    address,
    licenseState,
    birthDate: z
      .string()
      .trim()
      .optional()
      .transform((text) => text || null)
      .refine(
        (text) => text === null || isPlausibleBirthDate(parseDate(text), today),
        'Please enter your date of birth as shown on your ID.',
      ),
    /** The birth date whose year the form has asked about. */
    birthDateAsked: z.string().max(10).nullish().catch(null),
    licenseId,
    /** Deletes the number on file. */
    removeLicense: z
      .string()
      .optional()
      .transform((text) => text === 'yes'),
  });

export type ProfileInput = z.output<ReturnType<typeof profileForm>>;

/** What the form shows of a profile, by field name; the license number is never included. */
export type ProfileValues = Record<'fullName' | 'phone' | 'address' | 'licenseState' | 'birthDate', string>;

/** Names of the fields, in the form and the history. */
export const profileLabels: Readonly<Record<keyof ProfileValues | 'licenseId', string>> = {
  fullName: 'Full Name',
  phone: 'Phone',
  address: 'Address',
  licenseState: 'State of License',
  birthDate: 'Birth Date',
  licenseId: "Driver's License ID",
};

export type ProfileField = keyof typeof profileLabels;

export type ProfileProblem =
  | { kind: 'not-signed-in' }
  | { kind: 'banned' }
  | { kind: 'stale'; stale: StaleSave }
  /** A birth date under age is on file, or staff have rejected the age. */
  | { kind: 'birth-date-locked'; minimumAge: number }
  | { kind: 'birth-date-needed' }
  /** The name of a person at work. */
  | { kind: 'name-by-admin' }
  | BirthDateProblem;

/** The field a problem appears beside; null for the whole form. */
export function fieldOf(problem: ProfileProblem): ProfileField | null {
  switch (problem.kind) {
    case 'birth-date-locked':
    case 'birth-date-needed':
    case 'check-year':
    case 'under-age':
      return 'birthDate';
    case 'name-by-admin':
      return 'fullName';
    default:
      return null;
  }
}

export function profileMessage(problem: ProfileProblem): string {
  switch (problem.kind) {
    case 'not-signed-in':
      return LOGIN_NEEDED;
    case 'banned':
      return 'Your account cannot be changed right now. Please call us.';
    case 'stale':
      return SAVE_FAILED;
    case 'birth-date-locked':
      return `The date on file is under ${problem.minimumAge}, or our staff rejected it, so it cannot be changed here. Call us, or show your ID at the store.`;
    case 'check-year':
    case 'under-age':
      return birthDateMessage(problem);
    case 'name-by-admin':
      return NAME_BY_ADMIN;
    case 'birth-date-needed':
      return 'You can correct your date of birth here, but not remove it.';
    default:
      return assertNever(problem);
  }
}

/** 'Updated full name and phone', for the person's own history: which fields, never their values. */
export function updateWords(fields: readonly ProfileField[]): string {
  const names = fields.map((field) => inWords(profileLabels[field]));
  const last = names.at(-1) ?? '';
  return `Updated ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last}`;
}

/** For mid-sentence use: 'driver's license ID'. */
function inWords(label: string): string {
  return label.toLowerCase().replace(/\bid\b/, 'ID');
}
