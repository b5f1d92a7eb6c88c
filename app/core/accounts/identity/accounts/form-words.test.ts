/** The fields of the sign-in and sign-up forms and their messages: beside the field, never empty. */
import { describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { parseDate } from '#kernel/time.ts';
import { addressGroup } from '../sessions/rate-limit.ts';
import { loginMode, loginPath } from '../sessions/return-path.ts';
import { signInMessage, signInSchema } from '../sessions/sign-in.ts';
import { setUpMessage, setUpSchema } from '../staff/set-up.ts';
import { confirmMessage, confirmSchema, newPasswordSchema } from './confirm-sign-up.ts';
import { hashLinkToken, isLinkToken, newLinkToken } from './link-token.ts';
import { passwordProblem } from './password-rule.ts';
import { resetMessage, resetPasswordSchema } from './reset-password.ts';
import { signUpMessage, signUpSchema } from './sign-up.ts';

const today = parseDate('2026-11-21');
if (!today) throw new Error('no such day');
const rule = { today, minimumAge: 21, asked: null };

const good = {
  fullName: 'Jane Weatherby',
  email: 'jane@example.com',
  password: 'kettle-orbit-mossy',
  birthDate: '1990-02-28',
};

const refusals = (schema: ZodType, form: Record<string, unknown>) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
const onSignUp = (changed: Record<string, unknown>) => refusals(signUpSchema(rule), { ...good, ...changed });

describe('the sign-up form with its messages', () => {
  const longest = 'That is too long; 120 characters are the most.';
  const notStored = 'This contains characters that cannot be stored.';
  test.each<[Record<string, unknown>, string]>([
    [{ fullName: '' }, 'fullName: Please enter your full name.'],
    [{ fullName: undefined }, 'fullName: Please enter your full name.'],
    [{ fullName: 'x'.repeat(121) }, `fullName: ${longest}`],
    [{ fullName: 'see evil.example' }, 'fullName: Please enter a name without web addresses or links.'],
    [{ email: '' }, 'email: Please enter your email.'],
    [{ email: undefined }, 'email: Please enter your email.'],
    [{ email: 'jane' }, 'email: Please enter an email address like name@example.com.'],
    [{ password: undefined }, 'password: Please choose a password.'],
    [{ password: 'short' }, 'password: A password needs at least 10 characters.'],
    [{ password: 'x9'.repeat(65) }, 'password: A password has at most 128 characters.'],
    [{ password: 'kettle-orbit-\ud800' }, `password: ${notStored}`],
    [{ phone: '12-34' }, 'phone: Please enter a phone number like (607) 555-0142.'],
    [{ phone: 'call 6075550142' }, 'phone: Please enter a phone number like (607) 555-0142.'],
    [{ phone: '6075550142 home' }, 'phone: Please enter a phone number like (607) 555-0142.'],
    [{ licenseId: 'x' }, 'licenseId: Enter the whole number as it is on your license.'],
    [{ licenseId: '***' }, 'licenseId: Enter the whole number as it is on your license.'],
    [{ licenseId: '(123456)' }, 'licenseId: A license ID has letters, digits and dashes only.'],
    [{ licenseState: 'ZZ' }, 'licenseState: Please choose a state from the list.'],
    [
      { password: 'weatherby1984' },
      'password: This password contains your name or email. Please choose another.',
    ],
  ])('refuses %j beside the field', (changed, words) => {
    expect(onSignUp(changed)).toContain(words);
  });

  test('refuses text that is too long', () => {
    for (const [field, length] of [
      ['phone', 41],
      ['address', 301],
      ['licenseId', 41],
      ['licenseState', 3],
    ] as const)
      expect(onSignUp({ [field]: '1'.repeat(length) }).join()).toMatch(
        /is too long; \d+ characters are the most/,
      );
  });

  test.each(['+1 (607) 555-0142', '607.555.0142 x12', '607/555-0142', '5550142'])(
    'accepts %s as a phone',
    (phone) => {
      expect(onSignUp({ phone })).toEqual([]);
    },
  );

  test.each(['123', 'NY 123-456', 'SMITH*JK123', 'a.b-c'])('accepts %s as a license', (licenseId) => {
    expect(onSignUp({ licenseId, licenseState: 'NY' })).toEqual([]);
  });

  test('accepts names with periods, hyphens and accents, and refuses disguised links', () => {
    for (const fullName of ['J. R. Smith', 'St. John', 'Zoë O’Neil-Łódź', 'A.B. Cole', 'Dr. No'])
      expect(onSignUp({ fullName })).toEqual([]);
    for (const fullName of [
      'www.evil',
      'evil。example',
      'ev\u200dil.ex\u200dample',
      'a/b',
      'a@b',
      'a:b',
      'ａｂ．ｃｏｍ',
      'x\\y',
      '<b>',
    ])
      expect(onSignUp({ fullName })).not.toEqual([]);
  });

  test('accepts a birth date from 120 years ago until today', () => {
    const asked = (birthDate: string) =>
      refusals(signUpSchema({ ...rule, asked: birthDate }), { ...good, birthDate }).join();
    expect(asked('2026-11-21')).toContain('at least 21 years old');
    expect(asked('1906-11-21')).toBe('');
    expect(asked('2026-11-22')).toContain('Check the year.');
  });
});

describe('the other sign-in forms', () => {
  test('ask for email and password in words', () => {
    expect(refusals(signInSchema, {})).toEqual([
      'email: Please enter your email.',
      'password: Please enter your password.',
    ]);
    expect(refusals(signInSchema, { email: 'a@example.com', password: '' })).toEqual([
      'password: Please enter your password.',
    ]);
    expect(refusals(signInSchema, { email: 'a@example.com', password: 'x'.repeat(129) })).toEqual([
      'password: A password has at most 128 characters.',
    ]);
    expect(refusals(signInSchema, { email: 'a@example.com', password: '\ud800' })).toEqual([
      'password: This contains characters that cannot be stored.',
    ]);
  });

  test('refuse an easily guessed new password', () => {
    const token = newLinkToken();
    const common = { ...good, token, password: 'Password2026!', again: 'Password2026!' };
    for (const schema of [resetPasswordSchema, setUpSchema, newPasswordSchema(rule)]) {
      expect(refusals(schema, common)[0]).toMatch(/^password: This password is easy to guess/);
      expect(refusals(schema, { ...good, token, again: good.password })).toEqual([]);
    }
    const own = { ...good, token, password: 'weatherby1984' };
    for (const schema of [setUpSchema, newPasswordSchema(rule)])
      expect(refusals(schema, own)[0]).toMatch(/^password: .*name or email/);
    expect(refusals(resetPasswordSchema, { ...good, token, again: 'another' })).toEqual([
      'again: The two passwords differ. Please enter the same one twice.',
    ]);
    expect(confirmSchema.safeParse({ token: 'x'.repeat(201), password: 'x' }).success).toBe(false);
    expect(confirmSchema.safeParse({ token, password: 'x' }).success).toBe(true);
  });

  test('have a different message for every refusal', () => {
    const wait = { kind: 'too-many-attempts', seconds: 240 } as const;
    const sets = [
      [
        signInMessage({ kind: 'invalid-credentials' }),
        signInMessage({ kind: 'not-allowed' }),
        signInMessage({ kind: 'banned' }),
        signInMessage({ kind: 'second-factor', cookie: '' }),
        signInMessage({ kind: 'busy' }),
        signInMessage(wait),
      ],
      [signUpMessage({ kind: 'busy' }), signUpMessage(wait)],
      [
        confirmMessage({ kind: 'link-not-valid' }),
        confirmMessage({ kind: 'already-confirmed' }),
        confirmMessage({ kind: 'wrong-password' }),
        confirmMessage({ kind: 'busy' }),
        confirmMessage(wait),
      ],
      [resetMessage({ kind: 'link-not-valid' }), resetMessage({ kind: 'busy' }), resetMessage(wait)],
      [
        setUpMessage({ kind: 'link-not-valid' }),
        setUpMessage({ kind: 'email-taken' }),
        setUpMessage({ kind: 'busy' }),
      ],
    ];
    for (const said of sets) {
      expect(new Set(said).size).toBe(said.length);
      for (const words of said) expect(words).toMatch(/^[A-Z].{8,}/);
    }
    expect(signInMessage(wait)).toContain('4 minutes');
  });
});

describe('the token of a link', () => {
  test('has 32 URL-safe characters, is different each time, and is stored as a hash', () => {
    const [one, two] = [newLinkToken(), newLinkToken()];
    expect(isLinkToken(one)).toBe(true);
    expect(one).not.toBe(two);
    expect(hashLinkToken(one)).toBe(hashLinkToken(one));
    expect(hashLinkToken(one)).not.toBe(hashLinkToken(two));
    expect(hashLinkToken('a')).toBe('ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs');
    for (const text of [`${one}x`, one.slice(1), `x${one}`, '']) expect(isLinkToken(text)).toBe(false);
  });
});

describe('an easily guessed password', () => {
  test('is refused even with digits or symbols in place of letters', () => {
    for (const password of [
      'p4$$w0rd!!',
      'm0nkey!!99',
      '$un5h1ne12',
      '|etmein2026',
      'bu++erfly1',
      '8utterfly12',
      '7iger2026!!',
      '@dm1n12345',
    ])
      expect([password, passwordProblem(password)]).not.toContain(null);
  });

  test('is one that runs along the keyboard or the alphabet, in either direction', () => {
    for (const password of [
      'zxcvbnm,./zxcv',
      'asdfghjkl',
      'lkjhgfdsa',
      'qazwsxedcrfv',
      'mnbvcxz1234',
      'uvwxyzabcd',
      'asdfqwer',
    ])
      expect(passwordProblem(password)).toMatch(/follows the keyboard/);
    for (const password of ['asdfghm', 'qwertzlop9'])
      expect(passwordProblem(password) ?? '').not.toMatch(/follows/);
  });

  test('is one that repeats up to four characters, but not five', () => {
    expect(passwordProblem('abcdabcdaabb')).toMatch(/repeats the same few/);
    expect(passwordProblem('kvzjpkvzjpkv')).toBeNull();
  });

  test('does not include short parts of the person’s own name', () => {
    expect(passwordProblem('rob-lantern-weir', ['Rob Ash'])).toBeNull();
    expect(passwordProblem('robash-1984', ['Rob Ash'])).toBeNull();
    expect(passwordProblem('hale1984hale', ['Robin Hale'])).toMatch(/name or email/);
  });
});

describe('the address of the sign-in page', () => {
  test('treats an unknown mode as a customer’s', () => {
    expect(['signup', 'admin', 'signin', 'x', null, undefined].map(loginMode)).toEqual([
      'signup',
      'admin',
      'signin',
      'signin',
      'signin',
      'signin',
    ]);
  });

  test('has no return path to home', () => {
    expect(loginPath('/')).toBe('/login');
    expect(loginPath('/orders', 'admin')).toBe('/login?mode=admin&returnTo=%2Forders');
    expect(loginPath('/orders#x')).toBe('/login?returnTo=%2Forders');
  });
});

describe('client addresses that count as one', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001::9', '2001:db8:1:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['fe80::1%a', 'fe80:0:0:0'],
    ['1::', '1:0:0:0'],
    ['1:2:3:4:5:6:7::', '1:2:3:4'],
    ['1::2:3:4:5:6', '1:0:0:2'],
  ])('%s counts as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});
