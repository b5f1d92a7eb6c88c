/**
 * Defines the facts that a real store needs before it opens, and which of them are still empty or the shipped sample's.
 * The sample belongs to the demo: a shop started for production begins without it.
 */
import type { StoreSettings } from './settings.ts';

type FactKey = Exclude<keyof StoreSettings, 'zone' | 'adultsOnlyNotice' | 'atmOnPremises' | 'priceListKey'>;

export type StoreFact = {
  key: FactKey;
  /** As its field on the settings page is called. */
  label: string;
  /** The settings section with the field: the step of the set-up with the same name. */
  step: 'store' | 'license';
  /** Beside the empty field. */
  example: string;
  /** Whether the shop may open without it. */
  isOptional?: boolean;
  /** Whether a real store can have the sample's value: Hancock is a town, Microbusiness a license type. */
  mayBeSample?: boolean;
};

export const storeFacts: readonly StoreFact[] = [
  { key: 'name', label: 'Store name', step: 'store', example: 'Two Branches Farm' },
  {
    ...{ key: 'tagline', label: 'Tagline', step: 'store', isOptional: true },
    example: 'Grown on our hill. Reserve online, pick up at the farm.',
  },
  {
    ...{ key: 'description', label: 'Description', step: 'store', isOptional: true },
    example: 'A licensed family farm. What you grow, and who you are, in two sentences.',
  },
  { key: 'phone', label: 'Phone', step: 'store', example: '(607) 555-0142' },
  { key: 'email', label: 'Email', step: 'store', example: 'hello@example.com' },
  { key: 'addressLine', label: 'Street and number', step: 'store', example: '118 Branch Road' },
  { key: 'city', label: 'City', step: 'store', example: 'Hancock', mayBeSample: true },
  { key: 'state', label: 'State', step: 'store', example: 'NY', mayBeSample: true },
  { key: 'zipcode', label: 'ZIP code', step: 'store', example: '13783', mayBeSample: true },
  { key: 'legalName', label: 'Legal name', step: 'license', example: 'Two Branches Farm LLC' },
  { key: 'licenseNumber', label: 'License number', step: 'license', example: 'OCM-MICR-25-000123' },
  { key: 'licenseType', label: 'License type', step: 'license', example: 'Microbusiness', mayBeSample: true },
];

/** What a shop started for production begins with: no fact, and nothing that the sample claims. */
export const emptyFacts: Partial<StoreSettings> = {
  ...Object.fromEntries(storeFacts.map(({ key }) => [key, ''])),
  atmOnPremises: false,
};

/** Heads the pages of a shop that has no name yet. Only its staff see them. */
export const UNNAMED = 'The shop';

export type MissingFact = StoreFact & { path: string; isSample: boolean };

/**
 * The facts that keep a store from opening: required ones that are empty, and every one that is the sample's, however
 * it is written.
 * @param sample the shipped values
 */
export function missingFacts(store: StoreSettings, sample: StoreSettings): MissingFact[] {
  return storeFacts.flatMap((fact) => {
    const value = store[fact.key].trim();
    const isSample = value !== '' && !fact.mayBeSample && isSampleOf(fact.key, value, sample);
    const isEmpty = value === '' && !fact.isOptional;
    return isSample || isEmpty
      ? [{ ...fact, path: `/admin/settings/${fact.step}#${fact.key}`, isSample }]
      : [];
  });
}

/** '(607) 555-0142' and '607.555.0142' are one number, and a license that calls itself a sample is one. */
function isSampleOf(key: FactKey, value: string, sample: StoreSettings): boolean {
  if (key === 'licenseNumber' && /sample/i.test(value)) return true;
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return plain(value) === plain(sample[key]);
}

/**
 * What an open shop may not save, by field: a fact that becomes empty or the sample's. One that is already so stays: a shop
 * in production that opened before this was asked saves its other facts.
 */
export function refusedFacts(
  { before, after }: { before: StoreSettings; after: StoreSettings },
  sample: StoreSettings,
): Record<string, string[]> {
  const known = new Set(missingFacts(before, sample).map(({ key }) => key));
  return Object.fromEntries(
    missingFacts(after, sample)
      .filter(({ key }) => !known.has(key) || after[key] !== before[key])
      .map(({ key, label, isSample }) => [
        key,
        [isSample ? `${label} is the sample store’s. Enter your own.` : `Visitors see this. Enter it.`],
      ]),
  );
}

/** 'Store name and Phone are missing; License number is the sample’s.' '' if nothing is missing. */
export function missingFactsText(missing: readonly Pick<MissingFact, 'label' | 'isSample'>[]): string {
  const part = (facts: typeof missing, one: string, many: string) => {
    const labels = facts.map(({ label }) => label);
    const last = labels.pop();
    if (last === undefined) return [];
    return [labels.length > 0 ? `${labels.join(', ')} and ${last} ${many}` : `${last} ${one}`];
  };
  const parts = [
    ...part(
      missing.filter(({ isSample }) => !isSample),
      'is missing',
      'are missing',
    ),
    ...part(
      missing.filter(({ isSample }) => isSample),
      'is the sample store’s',
      'are the sample store’s',
    ),
  ];
  return parts.length > 0 ? `${parts.join('; ')}.` : '';
}
