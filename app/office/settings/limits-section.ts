/** Defines limits and age: possession limits in grams, and how an edible's THC counts. */
import type { ComplianceSettings } from '#core/ground/settings/settings.ts';
import {
  readSettingsFields,
  type SettingsField,
  sayFields,
  writeSettingsField,
} from '#core/ground/settings/settings-field.ts';
import type { SettingsSection } from '#core/ground/settings/settings-section.ts';
import { refuse, succeed } from '#kernel/result.ts';

const limitFields: readonly SettingsField[] = [
  {
    kind: 'number',
    key: 'minimumAge',
    label: 'Minimum age',
    least: 21,
    most: 99,
    unit: 'years',
    hint: 'The law’s 21 (Cannabis Law §85), or more.',
  },
  {
    kind: 'number',
    key: 'ageGateDays',
    label: 'The age gate asks again after',
    least: 1,
    most: 365,
    unit: 'days',
    hint: 'For visitors who confirmed their age.',
  },
  {
    kind: 'number',
    key: 'cannabisMg',
    label: 'Cannabis per person',
    least: 1,
    most: 1000,
    scale: 1000,
    decimals: 3,
    unit: 'grams',
    hint: '3 ounces are 85.048 g (Penal Law §222.05).',
  },
  {
    kind: 'number',
    key: 'concentrateMg',
    label: 'Concentrate per person',
    least: 1,
    most: 1000,
    scale: 1000,
    decimals: 3,
    unit: 'grams',
    hint: '24 g (Penal Law §222.05), counted separately from cannabis.',
  },
  {
    kind: 'choice',
    key: 'edibles',
    label: 'The THC of edibles',
    options: [
      { value: 'inside-concentrate', label: 'Counts as concentrate' },
      { value: 'own', label: 'Has its own limit' },
    ],
    hint: 'The law allows both readings. Ask your counsel.',
  },
];

const ediblesField: SettingsField = {
  kind: 'number',
  key: 'edibleThcMg',
  label: 'THC in edibles per person',
  least: 1,
  most: 1_000_000,
  unit: 'mg',
  hint: 'If edibles have their own limit. 1,500 mg is the other reading of the law.',
};

/** All of them, as the form shows them. */
export const allLimitFields: readonly SettingsField[] = [...limitFields, ediblesField];

const OWN_LIMIT_AT_FIRST = 1500;

const spread = ({ edibleThcMg, ...rest }: ComplianceSettings): Record<string, unknown> => ({
  ...rest,
  edibles: edibleThcMg === 'inside-concentrate' ? edibleThcMg : 'own',
  edibleThcMg: edibleThcMg === 'inside-concentrate' ? OWN_LIMIT_AT_FIRST : edibleThcMg,
});

export const limitsSection: SettingsSection<'compliance'> = {
  path: 'limits',
  name: 'compliance',
  keys: ['minimumAge', 'ageGateDays', 'cannabisMg', 'concentrateMg', 'edibleThcMg'],
  labels: Object.fromEntries(allLimitFields.map(({ key, label }) => [key, label])),
  texts: (value) => {
    const values = spread(value);
    return Object.fromEntries(
      allLimitFields.map((field) => [field.key, writeSettingsField(field, values[field.key])]),
    );
  },
  read: (texts) => {
    const fields = texts.edibles === 'own' ? allLimitFields : limitFields;
    const { values, errors } = readSettingsFields(fields, texts);
    if (Object.keys(errors).length > 0) return refuse(errors);
    const { edibles, edibleThcMg, ...rest } = values;
    const thc = edibles === 'own' ? edibleThcMg : 'inside-concentrate';
    return succeed({ ...rest, edibleThcMg: thc } as Partial<ComplianceSettings>);
  },
  words: (value) =>
    sayFields(value.edibleThcMg === 'inside-concentrate' ? limitFields : allLimitFields, spread(value)),
};
