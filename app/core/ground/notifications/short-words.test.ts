import { expect, test } from 'vitest';
import { notificationTable } from './notification-table.ts';
import { isTelling, quietName, SMS_LENGTH, smsText } from './short-words.ts';
import { codeText } from './sms-number.ts';

const LINK = 'https://twobranches.example/orders/ORD123456';

test.each(Object.entries(notificationTable))(
  'the short text of %s mentions neither cannabis nor a product',
  (_, { brief }) => {
    expect(brief).toMatch(/^[\x20-\x7e]{5,80}$/);
    expect(brief).not.toMatch(/[{}[\]\\^~|`]/);
    expect(isTelling(brief)).toBe(false);
    const text = smsText('Two Branches Farm', brief, LINK);
    expect(text).toContain(brief);
    expect(text).toContain(LINK);
    expect(text.length).toBeLessThanOrEqual(SMS_LENGTH);
  },
);

test.each([
  ['Two Branches Farm', 'Two Branches Farm'],
  ['Räucher & Söhne “Hof”', 'Raucher & Sohne Hof'],
  ['Hancock Cannabis Co.', 'Your farm shop'],
  ['The Weed Barn', 'Your farm shop'],
  ['🌿', 'Your farm shop'],
  ['A'.repeat(60), 'A'.repeat(40)],
])('the shop %s is called %s where anyone may read it', (name, quiet) => {
  expect(quietName(name)).toBe(quiet);
});

test('a text message fits in one message, without its link if that is too long or mentions cannabis', () => {
  const long = `https://twobranches.example/${'a'.repeat(140)}`;
  expect(smsText('Two Branches Farm', 'Your order is confirmed.', long)).toBe(
    'Two Branches Farm: Your order is confirmed.',
  );
  expect(smsText('Farm', 'Your order is confirmed.', 'https://hancock-cannabis.example/orders/ORD001')).toBe(
    'Farm: Your order is confirmed.',
  );
  expect(smsText('F', 'x'.repeat(400), LINK)).toHaveLength(SMS_LENGTH);
  expect(codeText(quietName('A'.repeat(60)), '012345').length).toBeLessThanOrEqual(SMS_LENGTH);
});
