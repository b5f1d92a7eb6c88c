import { expect, test } from 'vitest';
import { setUpTextSchema } from '#core/accounts/identity/second-factor/text-factor.ts';
import { smsNumberSchema } from './sms-form.ts';

test('without a number or consent nothing is sent, and the form says why', () => {
  const read = smsNumberSchema.safeParse({ phone: '12', consent: undefined });
  expect(read.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['phone', 'Enter a US or Canadian phone number, such as (518) 555-0123.'],
    ['consent', 'Check the box to agree, or leave text messages off.'],
  ]);
  expect(smsNumberSchema.parse({ phone: '518 555 0123', consent: 'yes' }).phone).toBe('+15185550123');
});

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
])('the code %s is parsed as %s', (given, code) => {
  expect(setUpTextSchema.parse({ code: given })).toEqual({ code });
});

test.each(['', '12345', '1234567', 'abcdef'])('%j is not a code', (code) => {
  expect(setUpTextSchema.safeParse({ code }).success).toBe(false);
});
