import { expect, test } from 'vitest';
import { defaultSettings, settingsSchemas } from './settings.ts';
import { emptyFacts, missingFacts, missingFactsText, storeFacts } from './store-facts.ts';

const sample = defaultSettings().store;
const own = {
  ...sample,
  name: 'Alder Hill Farm',
  legalName: 'Alder Hill LLC',
  licenseNumber: 'OCM-MICR-24-000123',
  phone: '(607) 431-2200',
  email: 'hello@alderhill.farm',
  addressLine: '1 Hill Road',
  tagline: '',
  description: 'A farm on a hill.',
};
const missingOf = (change: Partial<typeof own>) =>
  missingFacts({ ...own, ...change }, sample).map(({ key }) => key);

test('a store with its own facts may open, in the sample’s town and without a tagline', () => {
  expect(missingOf({})).toEqual([]);
});

test('the sample’s facts keep a store closed, however they are written', () => {
  expect(missingFacts(sample, sample).map(({ key }) => key)).toEqual([
    'name',
    'tagline',
    'description',
    'phone',
    'email',
    'addressLine',
    'legalName',
    'licenseNumber',
  ]);
  expect(missingOf({ name: ' two branches  farm ' })).toEqual(['name']);
  expect(missingOf({ phone: '607.555.0142' })).toEqual(['phone']);
  expect(missingOf({ licenseNumber: 'OCM-SAMPLE-000000' })).toEqual(['licenseNumber']);
  expect(missingOf({ licenseNumber: 'ocm-sample-1' })).toEqual(['licenseNumber']);
});

test('a production shop begins without facts, and each needed one is named with the link to its field', () => {
  const begun = { ...sample, ...emptyFacts };
  expect(settingsSchemas.store.safeParse(begun).success).toBe(true);
  const missing = missingFacts(begun, sample);
  expect(missing.every(({ isSample }) => !isSample)).toBe(true);
  expect(missing.map(({ key }) => key)).toEqual(
    storeFacts.filter(({ isOptional }) => !isOptional).map(({ key }) => key),
  );
  expect(missing[0]?.path).toBe('/admin/settings/store#name');
  expect(Object.values(begun)).not.toContain(true);
});

test('what is missing reads as a sentence', () => {
  expect(missingFactsText([])).toBe('');
  expect(missingFactsText(missingFacts({ ...own, phone: '', city: '' }, sample))).toBe(
    'Phone and City are missing.',
  );
  expect(missingFactsText(missingFacts({ ...own, phone: '', name: sample.name }, sample))).toBe(
    'Phone is missing; Store name is the sample store’s.',
  );
});
