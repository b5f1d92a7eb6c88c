/** The fields of the security page's forms and their messages. */
import { describe, expect, test } from 'vitest';
import { openSecrets } from '#platform/secrets/secrets.ts';
import {
  linkMessage,
  PROVIDER_LINKED,
  PROVIDER_UNLINKED,
  unlinkMessage,
} from '../providers/linked-provider.ts';
import { accountProvider, providerMessage } from '../providers/provider.ts';
import {
  authenticatorMessage,
  secondFactorMessage,
  secondFactorSchema,
  setUpAuthenticatorSchema,
} from '../second-factor/authenticator.ts';
import { hashBackupCode, newBackupCodes, writtenOut } from '../second-factor/backup-code.ts';
import {
  addPasskeySchema,
  credentialField,
  MOST_PASSKEYS,
  namePasskeySchema,
  passkeyMessage,
} from '../second-factor/passkey.ts';
import { textCodeMessage } from '../second-factor/text-code.ts';
import {
  phoneEnd,
  setUpTextSchema,
  textFactorMessage,
  textFactorWords,
} from '../second-factor/text-factor.ts';
import { audienceOf, bearerOf } from '../sessions/access-token.ts';
import { confirmSessionMessage, confirmSessionSchema } from '../sessions/confirm-session.ts';
import { changeEmailMessage, changeEmailSchema, maskedEmail } from './change-email.ts';
import { changePasswordMessage, changePasswordSchema } from './change-password.ts';
import { securityWords } from './security-change.ts';

const wait = { kind: 'too-many-attempts', seconds: 240 } as const;

describe('each refusal has its own message, which starts with a capital letter', () => {
  test.each<[string, string[]]>([
    [
      'codes set up',
      (['confirm-first', 'set-up-over', 'already-on', 'not-on', 'wrong-code'] as const).map((kind) =>
        authenticatorMessage({ kind }),
      ),
    ],
    [
      'a second step',
      [
        ...(['expired', 'wrong-code', 'wrong-text-code', 'banned', 'not-allowed'] as const).map((kind) =>
          secondFactorMessage({ kind }),
        ),
        ...[true, false].map((oneTime) => secondFactorMessage({ ...wait, oneTime })),
      ],
    ],
    [
      'codes by text message',
      [
        ...(
          ['confirm-first', 'not-offered', 'already-on', 'app-is-on', 'not-on', 'wrong-text-code'] as const
        ).map((kind) => textFactorMessage({ kind })),
        textFactorMessage({ kind: 'too-soon', seconds: 30 }),
        textFactorMessage({ kind: 'too-many-codes', seconds: 240 }),
        textFactorMessage(wait),
      ],
    ],
    [
      'another email',
      [
        ...(['same-email', 'sign-in-too-old', 'link-not-valid', 'email-taken'] as const).map((kind) =>
          changeEmailMessage({ kind }),
        ),
        changeEmailMessage(wait),
      ],
    ],
    [
      'another password',
      [
        ...(['wrong-password', 'busy', 'confirm-first'] as const).map((kind) =>
          changePasswordMessage({ kind }),
        ),
        changePasswordMessage(wait),
      ],
    ],
    [
      'a re-check',
      [
        ...(['wrong-password', 'busy'] as const).map((kind) => confirmSessionMessage({ kind })),
        confirmSessionMessage(wait),
      ],
    ],
    [
      'linking',
      (['of-another-account', 'another-linked'] as const).map((kind) => linkMessage({ kind }, 'Google')),
    ],
    [
      'unlinking',
      (['not-found', 'last-way-in', 'sign-in-too-old'] as const).map((kind) => unlinkMessage({ kind })),
    ],
    [
      'a passkey',
      [
        ...(
          [
            'not-valid',
            'not-known',
            'already-added',
            'too-many-passkeys',
            'last-way-in',
            'confirm-first',
            'banned',
            'not-allowed',
          ] as const
        ).map((kind) => passkeyMessage({ kind })),
        passkeyMessage(wait),
      ],
    ],
    [
      'a provider',
      [
        ...(
          [
            'not-started',
            'declined',
            'not-proved',
            'unreachable',
            'email-taken',
            'email-not-verified',
            'email-not-usable',
            'banned',
            'busy',
          ] as const
        ).map((kind) => providerMessage({ kind }, 'Google')),
        providerMessage(wait, 'Google'),
      ],
    ],
    ['titles of security mails', Object.values(securityWords).map(({ title }) => title)],
    ['texts of security mails', [...new Set(Object.values(securityWords).map(({ message }) => message))]],
  ])('%s', (_what, said) => {
    expect(new Set(said).size).toBe(said.length);
    for (const words of said) expect(words).toMatch(/^[A-Z\d].{10,}/);
  });

  test('and names the provider', () => {
    for (const words of [
      linkMessage({ kind: 'another-linked' }, 'Google'),
      providerMessage({ kind: 'declined' }, 'Google'),
      PROVIDER_LINKED('Google'),
      PROVIDER_UNLINKED('Google'),
    ])
      expect(words).toContain('Google');
    expect(PROVIDER_LINKED('x')).not.toBe(PROVIDER_UNLINKED('x'));
    expect(accountProvider('https://a.example')).toBe('oidc:https://a.example');
    expect(passkeyMessage({ kind: 'too-many-passkeys' })).toContain(String(MOST_PASSKEYS));
  });
});

const refused = (
  schema: {
    safeParse(form: unknown): { success: boolean; error?: { issues: { message: string }[] } | undefined };
  },
  form: unknown,
) => schema.safeParse(form).error?.issues.map(({ message }) => message) ?? [];

describe('a sign-in code', () => {
  test('is read with spaces and dashes', () => {
    for (const code of ['123456', '123 456', ' 123-456 ', '123–456', '123\u2010456'])
      expect(secondFactorSchema.parse({ code })).toEqual({ code: '123456' });
    expect(secondFactorSchema.parse({ code: '12345-67890' }).code).toBe('1234567890');
  });

  test('has six digits in the app, and ten as a backup code', () => {
    for (const code of ['12345', '1234567', '12345678901', 'abcdef', '12345a', 'x123456', '123456x'])
      expect(refused(secondFactorSchema, { code })).toEqual([
        'A code has six digits, a backup code has ten.',
      ]);
    for (const code of ['1234567890', '12345', 'x123456', '123456x'])
      expect(refused(setUpAuthenticatorSchema, { setUp: '', code })).toEqual(['A code has six digits.']);
    expect(setUpAuthenticatorSchema.parse({ setUp: 's', code: '123456' })).toEqual({
      setUp: 's',
      code: '123456',
    });
    expect(setUpAuthenticatorSchema.safeParse({ setUp: 'x'.repeat(501), code: '123456' }).success).toBe(
      false,
    );
    expect(refused(secondFactorSchema, { code: ' - ' })[0]).toBe('Please enter the code.');
    expect(refused(secondFactorSchema, {})).toEqual(['Please enter the code.']);
    expect(refused(secondFactorSchema, { code: '1'.repeat(61) })).toContain('This is too long to be a code.');
  });

  test('by text message has six digits, and its message names the shop but not cannabis', () => {
    expect(setUpTextSchema.parse({ code: '123 456' })).toEqual({ code: '123456' });
    for (const code of ['12345', '1234567890', 'abcdef'])
      expect(refused(setUpTextSchema, { code })).toEqual(['Enter the 6 digits of the message.']);
    const words =
      'Two Branches Farm: your sign-in code is 123456. It works for 10 minutes. We will never ask you for it.';
    expect(textCodeMessage('Two Branches Farm', '123456', 'https://farm.example')).toBe(
      `${words}\n\n@farm.example #123456`,
    );
    expect(textCodeMessage('Two Branches Farm', '123456', 'https://best-cannabis.example')).toBe(words);
    expect(textCodeMessage('Cannabis Corner', '123456', 'https://farm.example')).toContain('Your farm shop:');
    const long = textCodeMessage('Two Branches Farm', '123456', `https://${'x'.repeat(40)}.example`);
    expect(long.length).toBeLessThanOrEqual(160);
    expect(phoneEnd('+15185550123')).toBe('23');
    expect(textFactorWords('Two Branches Farm')).toContain('Nothing else is sent there');
  });

  test('as a backup is one of ten different ones, hashed with the shop’s key and the person’s id', () => {
    openSecrets({ given: 'a secret of more than thirty-two characters', dataFolder: '' });
    const codes = newBackupCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^\d{10}$/);
    expect(writtenOut('1234567890')).toBe('12345-67890');
    const hash = hashBackupCode('one', '1234567890');
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect([hashBackupCode('two', '1234567890'), hashBackupCode('one', '1234567891')]).not.toContain(hash);
  });
});

describe('a changed password', () => {
  const form = {
    currentPassword: 'kettle-orbit-mossy',
    password: 'lantern-weir-oxbow',
    again: 'lantern-weir-oxbow',
  };
  const schema = changePasswordSchema(['Robin Hale', 'robin@example.com'], true);

  test('differs from the old one, is typed twice the same, and is not easily guessed', () => {
    expect(schema.safeParse(form).success).toBe(true);
    expect(refused(schema, { ...form, again: 'x' })).toEqual([
      'The two passwords differ. Please enter the same one twice.',
    ]);
    const same = { ...form, password: form.currentPassword, again: form.currentPassword };
    expect(refused(schema, same)).toEqual(['This is the password you have. Please choose another.']);
    const own = { ...form, password: 'robinhale1984', again: 'robinhale1984' };
    expect(refused(schema, own)[0]).toMatch(/name or email/);
    expect(refused(schema, { password: form.password })).toEqual([
      'Please enter your password.',
      'Please enter the new password again.',
    ]);
    for (const [field, path] of [
      ['password', 'password'],
      ['again', 'again'],
    ] as const) {
      const { error } = schema.safeParse({ ...same, [field]: field === 'again' ? 'x' : same.password });
      expect(error?.issues.some((issue) => issue.path.join('.') === path)).toBe(true);
    }
    expect(schema.safeParse({ ...form, again: 'x'.repeat(201) }).success).toBe(false);
  });

  test('needs no current password if the account has none', () => {
    const first = changePasswordSchema([], false);
    expect(first.parse({ ...form, currentPassword: 'anything' }).currentPassword).toBeUndefined();
    expect(first.safeParse({ password: form.password, again: form.password }).success).toBe(true);
  });
});

describe('other security forms', () => {
  test('read their fields', () => {
    expect(changeEmailSchema.parse({ email: ' New@Example.com ' })).toEqual({ email: 'new@example.com' });
    expect(confirmSessionSchema.safeParse({ password: '' }).success).toBe(false);
    expect(maskedEmail('jane@home@example.com')).toBe('j…@example.com');
    expect(namePasskeySchema.parse({ passkey: 'p', name: ' My laptop ' })).toEqual({
      passkey: 'p',
      name: 'My laptop',
    });
    expect(refused(namePasskeySchema, { passkey: 'p', name: ' ' })).toEqual([
      'Please enter a name, such as “My laptop”.',
    ]);
    expect(addPasskeySchema.parse({ name: 'x', credential: '{"id":1}' })).toEqual({
      name: 'x',
      credential: { id: 1 },
    });
  });

  test('accept a credential as JSON of limited length', () => {
    expect(refused(credentialField, '{')).toEqual(['unreadable']);
    expect(credentialField.safeParse(`"${'x'.repeat(20_000)}"`).success).toBe(false);
    expect(credentialField.parse('[]')).toEqual([]);
  });

  test('read a token after the scheme Bearer, and nothing else', () => {
    const of = (authorization?: string) =>
      bearerOf(new Headers(authorization === undefined ? {} : { authorization }));
    expect(of('Bearer abc.d-e_f')).toBe('abc.d-e_f');
    expect(of('bearer  abc== ')).toBe('abc==');
    for (const text of [
      undefined,
      '',
      'Basic abc',
      'Bearer',
      'Bearer a b',
      'xBearer abc',
      'Bearer abc=d',
      'Bearerabc',
    ])
      expect(of(text)).toBeNull();
    expect(audienceOf('https://shop.example')).toBe('https://shop.example/api');
  });
});
