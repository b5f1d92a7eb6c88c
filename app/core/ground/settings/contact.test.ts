import { expect, test } from 'vitest';
import { addressOf, telephoneHref } from './contact.ts';
import { defaultSettings } from './settings.ts';

test('the address is on one line', () => {
  expect(addressOf(defaultSettings().store)).toBe('118 Branch Road, Hancock, NY 13783');
});

test.each([
  ['607 555 0142', 'tel:+16075550142'],
  ['+1 (607) 555-0142', 'tel:+16075550142'],
  ['1-877-846-7369', 'tel:+18778467369'],
  // Eleven digits that are not an American number, and one too many: dialed unchanged.
  ['49 30 123456 78', 'tel:493012345678'],
  ['26075550142', 'tel:26075550142'],
  ['16075550142 9', 'tel:160755501429'],
  ['911', 'tel:911'],
])('%s is dialed as %s', (number, href) => {
  expect(telephoneHref(number)).toBe(href);
});
