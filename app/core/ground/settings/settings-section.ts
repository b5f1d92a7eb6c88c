/**
 * A section of the settings: one form, its fields of one group, and how they are formatted and parsed. The form, the
 * comparison after a stale save, the history and restoring all use it.
 */
import type { Result } from '#kernel/result.ts';
import type { Settings, SettingsName } from './settings.ts';

/** Messages by form field. */
export type FieldErrors = Record<string, string[]>;

export type SettingsSection<N extends SettingsName = SettingsName> = {
  /** The path of its screen, below /admin/settings. */
  path: string;
  /** The group with its values; several sections may share one. */
  name: N;
  /** The group's keys that this section writes; the others stay unchanged. */
  keys: readonly string[];
  /** The form's fields in order, with their labels. */
  labels: Readonly<Record<string, string>>;
  /** The form's texts. */
  texts(value: Settings[N]): Record<string, string>;
  /** The typed texts as values, or the errors. `stored` is for rules that depend on the rest of the group. */
  read(
    texts: Readonly<Record<string, string>>,
    stored: Settings[N],
  ): Result<Partial<Settings[N]>, FieldErrors>;
  /** Errors of a version to restore that parsing its texts would not find. */
  refuses?(value: Settings[N]): FieldErrors;
  /** The history's text for a field that only one version has; 'empty' by default. */
  absent?: string;
  /** History texts by label; the form's texts by default. */
  words?(value: Settings[N]): Record<string, string>;
};

/** A section's texts for a value, by label. */
export function sectionWords<N extends SettingsName>(
  section: Pick<SettingsSection<N>, 'labels' | 'texts' | 'words'>,
  value: Settings[N],
): Record<string, string> {
  if (section.words) return section.words(value);
  const texts = section.texts(value);
  return Object.fromEntries(
    Object.entries(section.labels).map(([field, label]) => [label, texts[field] ?? '']),
  );
}

/** One difference between two values, formatted. */
export type WordsChange = { label: string; before: string; after: string };

/** The differences, in the order of the section. @param absent the text for what only one of them has. */
export function changedWords(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  absent = '',
): WordsChange[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .map((label) => ({ label, before: before[label] ?? absent, after: after[label] ?? absent }))
    .filter((change) => change.before !== change.after);
}

/** The section's own part of a group's value. */
export function partOf<N extends SettingsName>(
  section: Pick<SettingsSection<N>, 'keys'>,
  value: Settings[N],
): Partial<Settings[N]> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => section.keys.includes(key))) as Partial<
    Settings[N]
  >;
}
