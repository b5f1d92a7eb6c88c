/**
 * A section of the settings: one form, its fields of one group, and how they are written and read. Form, comparison after
 * a stale save, history and restoring all go by it.
 */
import type { Result } from '#kernel/result.ts';
import type { Settings, SettingsName } from './settings.ts';

/** Messages by form field. */
export type FieldErrors = Record<string, string[]>;

export type SettingsSection<N extends SettingsName = SettingsName> = {
  /** Of its screen, below /admin/settings. */
  path: string;
  /** The group that holds its values; several sections may share one. */
  name: N;
  /** What the group's keys are that this section writes; the others stay as they are. */
  keys: readonly string[];
  /** The form's fields in its order, each with what it is called in words. */
  labels: Readonly<Record<string, string>>;
  /** What the form shows. */
  texts(value: Settings[N]): Record<string, string>;
  /** What was typed as values, or what is wrong with it. `stored` for rules that look at the rest of the group. */
  read(
    texts: Readonly<Record<string, string>>,
    stored: Settings[N],
  ): Result<Partial<Settings[N]>, FieldErrors>;
  /** What is wrong with a version that is to be restored, where reading its texts would not say it all. */
  refuses?(value: Settings[N]): FieldErrors;
  /** What the history says of something that is in one version only; 'empty' where left out. */
  absent?: string;
  /** In people's words by what it is called, for the history; what the form shows where left out. */
  words?(value: Settings[N]): Record<string, string>;
};

/** What a section says of a value, in people's words. */
export function sectionWords<N extends SettingsName>(
  section: SettingsSection<N>,
  value: Settings[N],
): Record<string, string> {
  if (section.words) return section.words(value);
  const texts = section.texts(value);
  return Object.fromEntries(
    Object.entries(section.labels).map(([field, label]) => [label, texts[field] ?? '']),
  );
}

/** One thing that differs between two values, in people's words. */
export type WordsChange = { label: string; before: string; after: string };

/** What differs, in the order of the section. @param absent said of what only one of them has. */
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
