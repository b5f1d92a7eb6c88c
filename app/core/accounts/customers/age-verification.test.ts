import { expect, test } from 'vitest';
import { parseDate } from '#kernel/time.ts';
import {
  afterChange,
  ageState,
  isBirthDateLocked,
  licenseObstacle,
  licenseStatus,
  missingProof,
} from './age-verification.ts';

const today = parseDate('2026-11-21') ?? expect.fail();
const profile = { birthDate: '1990-01-01', isVerifiedOver21: null, licenseVerified: false };

test('a birth date is locked only by being under age or by a rejection', () => {
  expect(isBirthDateLocked(profile, today, 21)).toBe(false);
  expect(isBirthDateLocked({ ...profile, birthDate: null }, today, 21)).toBe(false);
  expect(isBirthDateLocked({ ...profile, isVerifiedOver21: true }, today, 21)).toBe(false);
  expect(isBirthDateLocked({ ...profile, birthDate: '2005-11-22' }, today, 21)).toBe(true);
  // The 21st birthday unlocks it.
  expect(isBirthDateLocked({ ...profile, birthDate: '2005-11-21' }, today, 21)).toBe(false);
  expect(isBirthDateLocked({ ...profile, isVerifiedOver21: false }, today, 21)).toBe(true);
  expect(isBirthDateLocked({ ...profile, birthDate: null, isVerifiedOver21: false }, today, 21)).toBe(true);
});

test('a change of birth date or license removes an approval, but no rejection', () => {
  const approved = { ...profile, isVerifiedOver21: true, licenseVerified: true };
  expect(afterChange(approved, { birthDate: false, license: false })).toEqual({
    isVerifiedOver21: true,
    licenseVerified: true,
  });
  for (const changed of [
    { birthDate: true, license: false },
    { birthDate: false, license: true },
  ]) {
    expect(afterChange(approved, changed)).toEqual({ isVerifiedOver21: null, licenseVerified: false });
    expect(afterChange({ ...approved, isVerifiedOver21: false }, changed)).toEqual({
      isVerifiedOver21: false,
      licenseVerified: false,
    });
    expect(afterChange(profile, changed)).toEqual({ isVerifiedOver21: null, licenseVerified: false });
  }
});

test('the state of an age is decided, under age, incomplete or waiting', () => {
  const state = (wanted: Partial<typeof profile> | { isVerifiedOver21: boolean }, missing: 0 | 1 = 0) =>
    ageState({ ...profile, ...wanted }, missing ? ['license-photo'] : [], today, 21);
  expect(state({ isVerifiedOver21: true }, 1)).toBe('approved');
  expect(state({ isVerifiedOver21: false })).toBe('rejected');
  expect(state({ birthDate: '2010-01-01' })).toBe('under-age');
  expect(state({}, 1)).toBe('incomplete');
  expect(state({})).toBe('waiting');
  expect(missingProof({ birthDate: true, licenseId: false, licensePhoto: false })).toEqual([
    'license-id',
    'license-photo',
  ]);
});

test('a license is not provided, pending, verified or rejected with the age', () => {
  const none = { onFile: false, isVerified: false, isVerifiedOver21: null };
  expect(licenseStatus(none)).toBe('Not provided');
  expect(licenseStatus({ ...none, onFile: true })).toBe('Pending');
  expect(licenseStatus({ ...none, onFile: true, isVerifiedOver21: true })).toBe('Pending');
  expect(licenseStatus({ ...none, onFile: true, isVerifiedOver21: false })).toBe('Rejected');
  expect(licenseStatus({ ...none, isVerifiedOver21: false })).toBe('Not provided');
  expect(licenseStatus({ ...none, onFile: true, isVerified: true })).toBe('Verified');
});

test('a license cannot be verified against a rejected age or a birth date under age', () => {
  const obstacle = (birthDate: string | null, isVerifiedOver21: boolean | null) =>
    licenseObstacle({ ...profile, birthDate, isVerifiedOver21 }, today, 21);
  expect(obstacle('1990-01-01', null)).toBeNull();
  expect(obstacle(null, null)).toBeNull();
  expect(obstacle('1990-01-01', true)).toBeNull();
  expect(obstacle('1990-01-01', false)).toBe('rejected');
  expect(obstacle('2005-11-22', null)).toBe('under-age');
});
