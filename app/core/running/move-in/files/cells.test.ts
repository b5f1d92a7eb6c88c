/** Cells of other systems’ files, as programs and people write them. */
import { expect, test } from 'vitest';
import {
  birthDateIn,
  categoryIn,
  centsIn,
  dateIn,
  momentIn,
  percentIn,
  phoneIn,
  proseIn,
  textsOf,
  yesIn,
  zipIn,
} from './cells.ts';

const dots = { decimalCommas: false };
const commas = { decimalCommas: true };
const zone = 'America/New_York';

test.each([
  ['$1,234.50', dots, 123450],
  ['1.234,50 €', commas, 123450],
  ['($2.00)', dots, -200],
  ['-$2.00', dots, -200],
  ['−2', dots, -200],
  ['1.005', dots, 101],
  ['.5', dots, 50],
  ['12,50', dots, null],
  ['Variable', dots, null],
  ['', dots, null],
] as const)('%s is an amount, or none', (text, writing, cents) => {
  expect(centsIn(text, writing)).toBe(cents);
});

test.each([
  ['18.5%', '18.5'],
  ['0.185', '18.5'],
  ['18.5', '18.5'],
  ['0.5%', '0.5'],
  ['22.4 % THC', '22.4'],
  ['100 mg', ''],
  ['18-22%', ''],
  ['250', ''],
])('%s of THC is a percentage, or none', (text, percent) => {
  expect(percentIn(text, dots)).toBe(percent);
});

test.each([
  ['2025-11-24 14:05:09 -0500', '', '2025-11-24T19:05:09.000Z'],
  ['11/24/2025', '2:05:09 PM', '2025-11-24T19:05:09.000Z'],
  ['11/24/25 12:05 AM', '', '2025-11-24T05:05:00.000Z'],
  ['November 24, 2025 2:05 pm', '', '2025-11-24T19:05:00.000Z'],
  ['24 Nov 2025 14:05', '', '2025-11-24T19:05:00.000Z'],
  ['2025-11-24', '', '2025-11-24T05:00:00.000Z'],
  ['2025-11-24T14:05:09Z', '', '2025-11-24T14:05:09.000Z'],
  // The hour that the clock skips, and the one it shows twice.
  ['3/9/2025 2:30 AM', '', '2025-03-09T07:30:00.000Z'],
  ['11/2/2025 1:30 AM', '', '2025-11-02T05:30:00.000Z'],
  ['2/30/2025', '', null],
  ['24/11/2025', '', null],
  ['yesterday', '', null],
  ['1899-12-30', '', null],
])('%s %s is a moment of the store, or none', (text, clock, moment) => {
  expect(momentIn(text, { zone, clock })).toBe(moment);
});

test('a time zone in words is that of the row', () => {
  expect(momentIn('2025-11-24', { zone, clock: '14:05:09', zoneName: 'Pacific Time (US & Canada)' })).toBe(
    '2025-11-24T22:05:09.000Z',
  );
});

test('a birth date has all digits of its year', () => {
  expect(birthDateIn('5/17/1990')).toBe('1990-05-17');
  expect(birthDateIn('5/17/90')).toBeNull();
  expect(birthDateIn('05-17')).toBeNull();
  expect(dateIn('5/7/26')).toBe('2026-05-07');
});

test('phones and ZIP codes are as people write them', () => {
  expect(phoneIn('+16075550142')).toBe('(607) 555-0142');
  expect(phoneIn('6075550142.0')).toBe('(607) 555-0142');
  expect(phoneIn('+49 30 1234567')).toBe('+49 30 1234567');
  expect(zipIn("'02134")).toBe('02134');
  expect(zipIn('2134')).toBe('02134');
});

test('yes is what says yes, and everything else is not', () => {
  expect(['yes', 'TRUE', '1', 'subscribed', 'Opted-in'].map(yesIn)).toEqual([true, true, true, true, true]);
  expect(['no', 'unsubscribed', 'unknown', 'never subscribed', 'pending'].map(yesIn)).toEqual(
    Array(5).fill(false),
  );
  expect(yesIn('maybe')).toBeNull();
});

test('a description has no HTML left, and a category is the first of its path', () => {
  expect(proseIn('<p>Sweet &amp; <b>calm</b></p><script>alert(1)</script>')).toBe('Sweet & calm');
  expect(categoryIn('Menu > Flower > Indoor, Featured')).toBe('Flower');
  expect(categoryIn('Flower (4JX7Q2B3MCD5E6F7)')).toBe('Flower');
});

test('what a spreadsheet was kept from running is as it was, and a column that is not there is empty', () => {
  const get = textsOf(["'=1+1", '="00123"'], { a: 0, b: 1, c: 7 });
  expect([get('a'), get('b'), get('c'), get('d')]).toEqual(['=1+1', '00123', '', '']);
});
