import { expect, test } from 'vitest';
import { setUpMessage, setUpSchema } from './set-up.ts';

const good = {
  token: 'abc',
  fullName: 'Robin Farmer',
  email: 'robin@farm.example',
  password: 'river branch lantern',
};
const refusedFields = (form: object) =>
  setUpSchema.safeParse(form).error?.issues.map(({ path }) => path[0]) ?? [];

test('the owner enters a name, an email and a password', () => {
  expect(setUpSchema.parse(good)).toEqual(good);
  expect(setUpSchema.parse({ ...good, fullName: 'k'.repeat(120), token: 't'.repeat(200) })).toBeTruthy();
});

test.each([
  ['token', ''],
  ['token', 't'.repeat(201)],
  ['fullName', ''],
  ['fullName', 'k'.repeat(121)],
  ['email', 'kim'],
  ['password', 'short'],
])('the field %s refuses %j', (field, value) => {
  expect(refusedFields({ ...good, [field]: value })).toContain(field);
});

test('a password made of the owner’s own name or email is refused', () => {
  expect(refusedFields({ ...good, password: 'Robin Farmer 1' })).toEqual(['password']);
  expect(refusedFields({ ...good, password: 'robin@farm.example' })).toEqual(['password']);
});

test('each refusal says what to do next', () => {
  expect(setUpMessage({ kind: 'link-not-valid' })).toMatch(/link is no longer valid.*Restart/);
  expect(setUpMessage({ kind: 'email-taken' })).toMatch(/account with this email already/);
});
