import { expect, test } from 'vitest';
import { z } from 'zod';
import { readForm } from './form.ts';

const schema = z.object({
  email: z.email('Enter an e-mail address.'),
  password: z.string().min(10, 'Too short.').regex(/\d/, 'Needs a digit.'),
});

function form(...fields: [string, string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

test('a valid form is parsed, and can still be refused with a message for the whole', () => {
  const read = readForm(form(['email', 'kim@farm.example'], ['password', 'correct horse 1']), schema, [
    'password',
  ]);
  expect(read).toMatchObject({ ok: true, value: { email: 'kim@farm.example', password: 'correct horse 1' } });
  expect(read.refused('Taken.')).toEqual({
    message: 'Taken.',
    errors: {},
    values: { email: 'kim@farm.example' },
  });
  expect(read.refused('Taken.', 'email')).toEqual({
    errors: { email: ['Taken.'] },
    values: { email: 'kim@farm.example' },
  });
});

test('an invalid form has errors by field and returns what was typed, but never a secret', () => {
  const read = readForm(form(['email', 'kim'], ['password', 'secret']), schema, ['password']);
  expect(read.ok).toBe(false);
  expect(read.refused('Not yet.')).toEqual({
    message: 'Not yet.',
    errors: { email: ['Enter an e-mail address.'], password: ['Too short.', 'Needs a digit.'] },
    values: { email: 'kim' },
  });
});

test('an error of the whole form belongs to no field', () => {
  const never = z.object({ a: z.string() }).refine(() => false, 'Never.');
  expect(readForm(form(['a', 'x']), never).refused().errors).toEqual({ '': ['Never.'] });
});

test('the first of two values of a field counts, and a file is not text', () => {
  const read = readForm(form(['email', 'first'], ['email', 'second'], ['photo', new Blob(['x'])]), schema);
  expect(read.refused().values).toEqual({ email: 'first' });
});

test('every field is returned when no secret is named', () => {
  expect(readForm(form(['password', 'x']), schema).refused().values).toEqual({ password: 'x' });
});

test('impossible input is not returned: over 400 characters, lone surrogates, names built into JavaScript', () => {
  const echo = (value: string) => readForm(form(['email', value]), schema).refused().values.email;
  expect(echo('x'.repeat(400))).toBe('x'.repeat(400));
  expect(echo('x'.repeat(401))).toBeUndefined();
  expect(echo('a\ud800b')).toBe('a\ufffdb');

  const named = readForm(form(['__proto__', 'x'], ['constructor', 'y']), schema).refused().values;
  expect(Object.entries(named)).toEqual([['constructor', 'y']]);
  expect(Object.getPrototypeOf(named)).toBe(Object.prototype);
});
