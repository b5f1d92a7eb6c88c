/** Defines warnings and hotlines: the law's wording, up to four rotating warnings, and whom to call. */

import type { WarningSettings } from '#core/ground/settings/settings.ts';
import {
  readSettingsFields,
  type SettingsField,
  sayFields,
  writeSettingsField,
} from '#core/ground/settings/settings-field.ts';
import type { SettingsSection } from '#core/ground/settings/settings-section.ts';
import { refuse, succeed } from '#kernel/result.ts';

/** Page views rotate through four (docs/law.md, Warnings and wording). */
const MOST_ROTATING = 4;

const phone = (key: string, label: string, hint: string): SettingsField => ({
  kind: 'text',
  key,
  label,
  longest: 25,
  type: 'tel',
  hint,
  check: (text) => (/^[\d\s()+.-]{3,25}$/.test(text) ? null : `${label}: enter a phone number.`),
});

const rotatingField = (turn: number): SettingsField => ({
  kind: 'text',
  key: `rotating-${turn}`,
  label: `Rotating warning ${turn}`,
  longest: 300,
  isLong: true,
  optional: turn > 1,
});

export const warningFields: readonly SettingsField[] = [
  {
    kind: 'text',
    key: 'current',
    label: 'Warning on every page',
    longest: 400,
    isLong: true,
  },
  ...Array.from({ length: MOST_ROTATING }, (_, index) => rotatingField(index + 1)),
  { kind: 'text', key: 'hopelineText', label: 'HOPEline text', longest: 400, isLong: true },
  phone('poisonCenter', 'Poison Center', 'Free, 24 hours a day.'),
  phone('hopeline', 'HOPEline', 'New York State’s help line for cannabis use.'),
  phone('crisisLine', 'Crisis Lifeline', 'Call or text.'),
];

const spread = ({ rotating, ...rest }: WarningSettings): Record<string, unknown> => ({
  ...rest,
  ...Object.fromEntries(
    Array.from({ length: MOST_ROTATING }, (_, index) => [`rotating-${index + 1}`, rotating[index] ?? '']),
  ),
});

export const warningsSection: SettingsSection<'warnings'> = {
  path: 'warnings',
  name: 'warnings',
  keys: ['current', 'rotating', 'poisonCenter', 'hopeline', 'hopelineText', 'crisisLine'],
  labels: Object.fromEntries(warningFields.map(({ key, label }) => [key, label])),
  texts: (value) => {
    const values = spread(value);
    return Object.fromEntries(
      warningFields.map((field) => [field.key, writeSettingsField(field, values[field.key])]),
    );
  },
  read: (texts) => {
    const { values, errors } = readSettingsFields(warningFields, texts);
    if (Object.keys(errors).length > 0) return refuse(errors);
    return succeed(warningsOf(values as Record<string, string>));
  },
  words: (value) => sayFields(warningFields, spread(value)),
};

/** The banner with these texts; empty warnings are skipped. */
export function warningsOf(texts: Readonly<Record<string, string>>): WarningSettings {
  const text = (key: string) => texts[key] ?? '';
  const rotating = Array.from({ length: MOST_ROTATING }, (_, index) => text(`rotating-${index + 1}`));
  return {
    current: text('current'),
    rotating: rotating.filter((warning) => warning.trim() !== ''),
    poisonCenter: text('poisonCenter'),
    hopeline: text('hopeline'),
    hopelineText: text('hopelineText'),
    crisisLine: text('crisisLine'),
  };
}
