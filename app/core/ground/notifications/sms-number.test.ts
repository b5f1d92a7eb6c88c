import { expect, test } from 'vitest';
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
