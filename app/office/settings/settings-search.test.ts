/** Tests that people find a setting by the words they would type, and that each result leads to a field. */
import { expect, test } from 'vitest';
import { settingsScreens } from '../kit/settings-screens.ts';
import { findSettings } from './settings-search.ts';
import { formSections } from './settings-sections.ts';

test.each([
  // Label, help, option, section and other words.
  ['orders in a slot', '/admin/settings/slots#capacity'],
  ['CAPACITY', '/admin/settings/slots'],
  ['how far ahead', '/admin/settings/slots#horizonDays'],
  ['lead time', '/admin/settings/slots#leadMinutes'],
  ['2fa', '/admin/settings/security#staffSecondFactor'],
  ['log out', '/admin/settings/security#staffSessionHours'],
  ['refund staff', '/admin/settings/refunds#staffLimit'],
  ['timezone', '/admin/settings/store#zone'],
  ['low stock', '/admin/settings/low-stock#lowStock'],
  ['reorder', '/admin/settings/low-stock'],
  ['poison', '/admin/settings/warnings#poisonCenter'],
  ['vacation', '/admin/settings/pause'],
  ['photos', '/admin/settings/retention#licensePhotoDays'],
  ['excise', '/admin/settings/tax'],
  ['1.5 times', '/admin/settings/price-floor#floor'],
])('“%s” finds %s', (typed, to) => {
  expect(findSettings(typed).map((found) => found.to)).toContain(to);
});

test('a label that starts with the text comes first', () => {
  expect(findSettings('minimum age')[0]?.to).toBe('/admin/settings/limits#minimumAge');
});

test('every screen and every field of a form is found by its label', () => {
  const all = settingsScreens.flatMap(({ path, label }) => [
    [label, `/admin/settings/${path}`] as const,
    ...(formSections.get(path)?.fields ?? []).map(
      (field) => [field.label, `/admin/settings/${path}#${field.key}`] as const,
    ),
  ]);
  for (const [label, to] of all)
    expect(
      findSettings(label).map((found) => found.to),
      label,
    ).toContain(to);
});

test('an empty query, an unknown word and hostile text find nothing', () => {
  for (const typed of ['', '   ', 'zeppelin', 'x'.repeat(101), '<script>alert(1)</script>'])
    expect(findSettings(typed)).toEqual([]);
});

test('the palette gets settings only, because it lists their sections as commands', () => {
  expect(findSettings('holds', 'settings').every(({ to }) => to.includes('#'))).toBe(true);
});
