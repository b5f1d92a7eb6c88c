/**
 * Finds settings by words of their label, help, options and section, and by other words that people type. Built from the
 * tables that make the screens, so that a new setting can be found at once.
 */
import { pauseFields } from '#core/ground/settings/ordering-pause.ts';
import type { SettingsField } from '#core/ground/settings/settings-field.ts';
import { type Found, readQuery } from '#office/kit/admin-search.ts';
import { type Command, findCommands } from '#ui/commands/command.ts';
import { settingsScreens } from '../kit/settings-screens.ts';
import { retentionFields } from './section-fields.ts';
import { formSections } from './settings-sections.ts';
import { warningFields } from './warnings-section.ts';

/** `to` of a setting leads to its field: the control's id is the setting's key. */
type FoundSetting = Command & { to: string; detail: string; isSection: boolean };

const fieldsOf: ReadonlyMap<string, readonly SettingsField[]> = new Map([
  ...[...formSections].map(([path, { fields }]): [string, readonly SettingsField[]] => [path, fields]),
  ['retention', retentionFields],
  ['warnings', warningFields],
  ['pause', pauseFields],
]);

const optionsOf = (field: SettingsField): string[] => {
  if (field.kind === 'choice') return field.options.map(({ label }) => label);
  if (field.kind === 'yes-no') return [field.yes ?? '', field.no ?? ''];
  return field.kind === 'number' ? [field.unit] : [];
};

const index: readonly FoundSetting[] = settingsScreens.flatMap(({ path, label, description, keywords }) => {
  const to = `/admin/settings/${path}`;
  return [
    {
      id: path,
      label,
      keywords: [description, ...keywords],
      to,
      detail: description,
      isSection: true,
    },
    ...(fieldsOf.get(path) ?? []).map((field) => ({
      id: `${path}.${field.key}`,
      label: field.label,
      keywords: [label, field.hint ?? '', ...optionsOf(field), ...(field.words ?? [])],
      to: `${to}#${field.key}`,
      detail: [label, field.hint].filter(Boolean).join(' · '),
      isSection: false,
    })),
  ];
});

/**
 * The sections and settings of which every typed word starts a word, best first. `only` leaves out the sections, which
 * the palette lists by itself.
 */
export function findSettings(typed: string, only?: 'settings'): Found[] {
  const text = readQuery(typed);
  if (text === '') return [];
  return findCommands(
    index.filter(({ isSection }) => only === undefined || !isSection),
    text,
  ).map(({ id, to, label, detail }) => ({ id, to, title: label, detail }));
}
