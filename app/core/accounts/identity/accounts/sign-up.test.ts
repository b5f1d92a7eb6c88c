import { describe, expect, test } from 'vitest';
import { parseDate } from '#kernel/time.ts';
import { emailOnlySchema, signInSchema } from '../sessions/sign-in.ts';
import { signUpSchema } from './sign-up.ts';

const today = parseDate('2026-11-21');
if (!today) throw new Error('no such day');

const rule = { today, minimumAge: 21, asked: null };

const form = (changes: Record<string, unknown> = {}) => ({
  fullName: 'Jane Weatherby',
  email: 'Jane@Example.com',
  password: 'kettle-orbit-mossy',
  birthDate: '1990-02-28',
  ...changes,
});

const problems = (changes: Record<string, unknown>) => {
  const parsed = signUpSchema(rule).safeParse(form(changes));
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
};

describe('the sign-up form', () => {
  test('reads name, email, password and birth date; other fields are optional', () => {
    expect(signUpSchema(rule).parse(form({ phone: '', address: '  ' }))).toEqual({
      fullName: 'Jane Weatherby',
      email: 'jane@example.com',
      password: 'kettle-orbit-mossy',
      birthDate: '1990-02-28',
      phone: null,
      address: null,
      licenseId: null,
      licenseState: null,
    });
  });

  test.each(['', '   ', undefined, 'yesterday', '1990-02-30', '28/02/1990', '0000-01-01'])(
    'treats a birth date of %j as missing',
    (birthDate) => {
      expect(problems({ birthDate })).toContain('birthDate: Birth date is required for account creation.');
    },
  );

  test.each(['2026-11-22', '1890-01-01'])('asks to check the year of the birth date %s', (birthDate) => {
    expect(problems({ birthDate })).toEqual([`birthDate: Born in ${birthDate.slice(0, 4)}? Check the year.`]);
  });

  test('refuses a birth date under the minimum age with the sentence of checkout', () => {
    expect(problems({ birthDate: '2006-01-01' })).toEqual([
      'birthDate: You must be at least 21 years old to order restricted items.',
    ]);
    expect(problems({ birthDate: '2010-05-05' })).toEqual([
      'birthDate: Born in 2010? Check the year. You must be 21 or older.',
    ]);
    expect(problems({ birthDate: '2005-11-21' })).toEqual([]);
  });

  test.each([
    ['fullName', 'x'.repeat(121)],
    ['fullName', 'a\u0000b'],
    ['fullName', '\ud800'],
    ['fullName', ' '],
    ['email', 'not an address'],
    ['email', `${'x'.repeat(250)}@example.com`],
    ['password', 'short'],
    ['password', 'x1!'.repeat(50)],
    ['password', 'Password2026!'],
    ['phone', 'call me maybe'],
    ['address', 'x'.repeat(301)],
    ['licenseId', '<script>'],
    ['licenseState', 'ZZ'],
  ])('refuses a %s of %j', (field, value) => {
    expect(problems({ [field]: value }).join()).toMatch(new RegExp(`^${field}: `));
  });
});

test('sign-in accepts any password that could have been chosen, but not a megabyte', () => {
  expect(signInSchema.safeParse({ email: 'a@example.com', password: 'Password2026!' }).success).toBe(true);
  expect(signInSchema.safeParse({ email: 'a@example.com', password: 'x'.repeat(1_000_000) }).success).toBe(
    false,
  );
});

test('an email is compared in lower case, without surrounding spaces', () => {
  expect(emailOnlySchema.parse({ email: '  JANE@Example.COM ' })).toEqual({ email: 'jane@example.com' });
});
