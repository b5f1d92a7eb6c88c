/** Defines the facts of the farm as one form: what no machine can know. Incomplete, it is saved and continued later. */
import type { StoreSettings } from '#core/ground/settings/settings.ts';
import { fieldsSection, type SettingsField } from '#core/ground/settings/settings-field.ts';
import type { SettingsSection } from '#core/ground/settings/settings-section.ts';
import { succeed } from '#kernel/result.ts';
import { licenseFields, storeFields } from '#office/settings/section-fields.ts';

type StoreField = SettingsField<keyof StoreSettings & string>;

const asked = [
  ...['name', 'phone', 'email', 'addressLine', 'city', 'state', 'zipcode'],
  ...['legalName', 'licenseNumber', 'licenseType'],
];

const every: readonly StoreField[] = [...storeFields, ...licenseFields];

/** Nothing is required here: while something is missing the shop does not open, and the page says what. */
export const farmFields: readonly StoreField[] = asked.flatMap((key) =>
  every
    .filter((field) => field.key === key)
    .map((field): StoreField => ({ ...field, optional: true }) as StoreField),
);

/** The code in a license number of the Office of Cannabis Management, with the type that it means. */
const licenseTypes: Readonly<Record<string, string>> = {
  MICR: 'Microbusiness',
  RETL: 'Adult-Use Retail Dispensary',
  CAURD: 'Conditional Adult-Use Retail Dispensary',
};

/** The type that the number names; '' for another number. */
export function licenseTypeOf(number: string): string {
  return licenseTypes[/^OCM-([A-Z]+)/i.exec(number.trim())?.[1]?.toUpperCase() ?? ''] ?? '';
}

const section = fieldsSection('opening', 'store', farmFields);

export const farmSection: SettingsSection<'store'> = {
  ...section,
  read: (texts, stored) => {
    const read = section.read(texts, stored);
    if (!read.ok) return read;
    const { licenseNumber = '', licenseType = '' } = read.value;
    return succeed({ ...read.value, licenseType: licenseType || licenseTypeOf(licenseNumber) });
  },
};
