import { expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { emptyFacts } from '#core/ground/settings/store-facts.ts';
import { farmFields, farmSection, licenseTypeOf } from './farm-section.ts';
import { hoursPatterns, patternOf } from './hours-patterns.ts';

const stored = { ...defaultSettings().store, ...emptyFacts };
const read = (texts: Record<string, string>) => farmSection.read(texts, stored);

test('a production shop’s form is empty, with an example beside each field', () => {
  const texts = farmSection.texts(stored);
  expect(Object.values(texts).every((text) => text === '')).toBe(true);
  expect(farmFields.every((field) => field.kind === 'text' && field.example)).toBe(true);
});

test('an incomplete form is saved', () => {
  expect(read({ name: 'Alder Hill Farm' })).toMatchObject({
    ok: true,
    value: { name: 'Alder Hill Farm', phone: '' },
  });
});

test.each(['New York', 'new york', 'New York State', 'ny', 'NY'])('the state is typed as %s', (state) => {
  expect(read({ state })).toMatchObject({ ok: true, value: { state: 'NY' } });
});

test('a wrong phone is refused with what to enter', () => {
  expect(read({ phone: 'call us' })).toMatchObject({
    ok: false,
    problem: { phone: [expect.stringContaining('(607)')] },
  });
});

test('the license’s number says its type, unless the owner does', () => {
  expect(read({ licenseNumber: 'OCM-MICR-24-000123' })).toMatchObject({
    value: { licenseType: 'Microbusiness' },
  });
  expect(read({ licenseNumber: 'OCM-MICR-24-000123', licenseType: 'Other' })).toMatchObject({
    value: { licenseType: 'Other' },
  });
  expect(licenseTypeOf('OCM-SAMPLE-000000')).toBe('');
});

test('hours are recognized as one of the usual weeks, and the sample’s are none', () => {
  for (const { name, weekly } of hoursPatterns) expect(patternOf(weekly)).toBe(name);
  expect(patternOf(defaultSettings().pickup.weekly)).toBeNull();
});
