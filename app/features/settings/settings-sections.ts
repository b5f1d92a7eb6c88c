/** The sections that are a list of fields and nothing else, by the path of their screen. */
import { allLimitFields, limitsSection } from './limits-section.ts';
import type { SettingsName } from './settings.ts';
import { fieldsSection, type SettingsField } from './settings-field.ts';
import {
  discountFields,
  holdFields,
  licenseFields,
  priceFloorFields,
  retentionFields,
  securityFields,
  slotFields,
  storeFields,
} from './settings-fields.ts';
import type { FieldErrors, SettingsSection } from './settings-section.ts';

type FormSection = { section: SettingsSection<SettingsName>; fields: readonly SettingsField[] };

const plain = <N extends SettingsName>(
  section: SettingsSection<N>,
  fields: readonly SettingsField[],
): [string, FormSection] => [
  section.path,
  { section: section as unknown as SettingsSection<SettingsName>, fields },
];

export const formSections: ReadonlyMap<string, FormSection> = new Map([
  plain(fieldsSection('store', 'store', storeFields), storeFields),
  plain(fieldsSection('license', 'store', licenseFields), licenseFields),
  plain(fieldsSection('slots', 'pickup', slotFields), slotFields),
  plain(fieldsSection('holds', 'holds', holdFields), holdFields),
  plain(fieldsSection('price-floor', 'pricing', priceFloorFields), priceFloorFields),
  plain(fieldsSection('discounts', 'discounts', discountFields), discountFields),
  plain(fieldsSection('security', 'security', securityFields), securityFields),
  plain(limitsSection, allLimitFields),
]);

/** Its page says beside the fields what the law fixes. */
export const retentionSection = fieldsSection(
  'retention',
  'compliance',
  retentionFields,
  ({ mailWordsDays, mailDays }): FieldErrors =>
    mailWordsDays > mailDays
      ? { mailWordsDays: ['Words of sent mail: no longer than the list of sent mail is kept.'] }
      : {},
);
