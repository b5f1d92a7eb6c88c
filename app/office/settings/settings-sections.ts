/** Lists the sections that only have fields, by the path of their screen. */

import type { SettingsName } from '#core/ground/settings/settings.ts';
import { fieldsSection, type SettingsField } from '#core/ground/settings/settings-field.ts';
import type { FieldErrors, SettingsSection } from '#core/ground/settings/settings-section.ts';
import { accountingFields, accountingSection } from './accounting-section.ts';
import { allLimitFields, limitsSection } from './limits-section.ts';
import {
  cashFields,
  counterFields,
  discountFields,
  holdFields,
  licenseFields,
  lowStockFields,
  missedPickupFields,
  priceFloorFields,
  refundFields,
  retentionFields,
  securityFields,
  slotFields,
  storeFields,
} from './section-fields.ts';

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
  plain(fieldsSection('refunds', 'refunds', refundFields), refundFields),
  plain(fieldsSection('cash-drawer', 'cash', cashFields), cashFields),
  plain(accountingSection, accountingFields),
  plain(fieldsSection('missed-pickups', 'missedPickups', missedPickupFields), missedPickupFields),
  plain(fieldsSection('counter', 'counter', counterFields), counterFields),
  plain(fieldsSection('low-stock', 'inventory', lowStockFields), lowStockFields),
  plain(fieldsSection('discounts', 'discounts', discountFields), discountFields),
  plain(fieldsSection('security', 'security', securityFields), securityFields),
  plain(limitsSection, allLimitFields),
]);

/** Its page shows beside the fields what the law fixes. */
export const retentionSection = fieldsSection(
  'retention',
  'compliance',
  retentionFields,
  ({ mailWordsDays, mailDays }): FieldErrors =>
    mailWordsDays > mailDays
      ? { mailWordsDays: ['Text of sent emails: cannot be longer than the list of sent emails.'] }
      : {},
);
