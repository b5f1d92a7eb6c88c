import { expect, test } from 'vitest';
import { parseDate } from '#kernel/time.ts';
import { fieldOf, profileForm, profileMessage, updateWords } from './profile.ts';

const today = parseDate('2026-11-21') ?? expect.fail();
const form = { version: '3', fullName: ' Robin Hale ', birthDate: '1990-01-01' };
const read = (wanted: Record<string, string>) => profileForm(today).safeParse({ ...form, ...wanted });

test('missing and blank fields are stored as nothing, and a name is required', () => {
  expect(read({ phone: ' ', address: '' }).data).toEqual({
    version: 3,
    fullName: 'Robin Hale',
    phone: null,
    address: null,
    licenseState: null,
    birthDate: '1990-01-01',
    licenseId: null,
    removeLicense: false,
  });
  expect(read({ fullName: '  ' }).error?.issues[0]?.message).toBe('Please enter your full name.');
});

test.each([
  ['phone', 'call me'],
  ['licenseState', 'ZZ'],
  ['licenseId', '<b>'],
  ['birthDate', '2026-11-22'],
  ['birthDate', '1890-01-01'],
  ['birthDate', '2001-02-29'],
  ['fullName', 'see evil.example'],
  ['version', 'new'],
])('a %s of %j is refused beside its field', (field, value) => {
  expect(read({ [field]: value }).error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test('the activity names changed fields, never their contents', () => {
  expect(updateWords(['phone'])).toBe('Updated phone');
  expect(updateWords(['fullName', 'birthDate', 'licenseId'])).toBe(
    "Updated full name, birth date and driver's license ID",
  );
});

test('a locked birth date shows what to do, beside its field', () => {
  expect(fieldOf({ kind: 'birth-date-locked', minimumAge: 21 })).toBe('birthDate');
  expect(profileMessage({ kind: 'birth-date-locked', minimumAge: 21 })).toContain(
    'show your ID at the store',
  );
  expect(profileMessage({ kind: 'not-signed-in' })).toBe('You must be logged in to update your profile.');
});
