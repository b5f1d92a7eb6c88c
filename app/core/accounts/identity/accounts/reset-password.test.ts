import { expect, test } from 'vitest';
import { resetPasswordSchema } from './reset-password.ts';

const good = {
  token: 'abc-DEF_123'.padEnd(32, 'x'),
  password: 'river branch lantern',
  again: 'river branch lantern',
};
const problems = (form: object) =>
  resetPasswordSchema.safeParse(form).error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

test('a password typed the same twice is accepted', () => {
  expect(resetPasswordSchema.parse(good)).toEqual(good);
});

test('different passwords are refused beside the second field', () => {
  expect(problems({ ...good, again: 'river branch lanterns' })).toEqual([
    ['again', expect.stringContaining('differ')],
  ]);
});

test('an easily guessed password is refused beside the first field', () => {
  expect(
    problems({ ...good, password: 'password1234', again: 'password1234' }).map(([field]) => field),
  ).toEqual(['password']);
  expect(problems({ ...good, password: 'short', again: 'short' }).map(([field]) => field)).toContain(
    'password',
  );
});

test.each([
  '',
  'a'.repeat(31),
  'a'.repeat(33),
  `${'a'.repeat(30)} b`,
  `${'a'.repeat(30)}/b`,
  'é'.repeat(32),
  ` ${'a'.repeat(31)}`,
  `${'a'.repeat(32)}\n`,
])('%j is not a valid token', (token) => {
  expect(problems({ ...good, token }).map(([field]) => field)).toContain('token');
});

test('a second password longer than the limit is refused', () => {
  expect(problems({ ...good, again: 'a'.repeat(201) }).map(([field]) => field)).toContain('again');
});
