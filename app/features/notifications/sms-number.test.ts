import { expect, test } from 'vitest';
import { smsCodeSchema, smsNumberSchema } from './sms-form.ts';
import { phoneNumber, phoneText } from './sms-number.ts';

test.each([
  ['(518) 555-0123', '+15185550123'],
  ['518.555.0123', '+15185550123'],
  [' 1 518 555 0123 ', '+15185550123'],
  ['+1 518-555-0123', '+15185550123'],
  ['+49 171 1234567', null],
  ['+882 16 1234567', null],
  ['+1 876 555 0123', null],
  ['(900) 555-0123', null],
  ['518 976 0123', null],
  ['416 555 0123', '+14165550123'],
  ['787 555 0123', '+17875550123'],
  ['555-0123', null],
  ['118 555 0123', null],
  ['518 155 0123', null],
  ['+1 555', null],
  ['+0 171 1234567', null],
  ['518 555 0123 ext 4', null],
  ['+1518555012٣', null],
  ['', null],
])('%s is the number %s', (text, phone) => {
  expect(phoneNumber(text)).toBe(phone);
});

test('a number reads as people write it', () => {
  expect(phoneText('+15185550123')).toBe('(518) 555-0123');
  expect(phoneText('what is none')).toBe('what is none');
});

test('without a number or without a yes nothing is sent, and the form says why', () => {
  const read = smsNumberSchema.safeParse({ phone: '12', consent: undefined });
  expect(read.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['phone', 'Enter a US or Canadian phone number, such as (518) 555-0123.'],
    ['consent', 'Tick the box to agree, or leave text messages off.'],
  ]);
  expect(smsNumberSchema.parse({ phone: '518 555 0123', consent: 'yes' }).phone).toBe('+15185550123');
});

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
])('the code %s is read as %s', (given, code) => {
  expect(smsCodeSchema.parse({ code: given })).toEqual({ code });
});

test.each(['', '12345', '1234567', 'abcdef'])('%j is no code', (code) => {
  expect(smsCodeSchema.safeParse({ code }).success).toBe(false);
});
