/**
 * The fields that most sections consist of: a row per field defines its label and control in the form, how its text is
 * parsed and formatted, and its wording in the history. Browsers load this table, so it does not import the schemas;
 * saving applies them.
 */
import { formatNumber } from '#kernel/number.ts';
import { refuse, succeed } from '#kernel/result.ts';
import { cleanLine, cleanText, isPlainText } from '#kernel/text.ts';
import type { Settings, SettingsName } from './settings.ts';
import type { FieldErrors, SettingsSection } from './settings-section.ts';

type Common<K extends string> = {
  key: K;
  label: string;
  hint?: string;
  /** Other words that people search it by. */
  words?: readonly string[];
};

export type SettingsField<K extends string = string> = Common<K> &
  (
    | {
        kind: 'text';
        /** Characters. */
        longest: number;
        optional?: boolean;
        /** Beside the empty field. */
        example?: string;
        /** Several lines. */
        isLong?: boolean;
        type?: 'tel' | 'email' | 'datetime-local' | 'password';
        /** What the typed text is stored as: 'NY' for 'New York'. */
        tidy?: (text: string) => string;
        /** Another check of the text: the error, or null. */
        check?: (text: string) => string | null;
      }
    | {
        kind: 'number';
        /** As people type it. */
        least: number;
        most: number;
        /** The stored amount of one typed unit: 1000 for typed grams and stored milligrams. */
        scale?: number;
        /** Digits after the decimal point. */
        decimals?: number;
        unit: string;
      }
    | { kind: 'yes-no'; yes?: string; no?: string }
    | { kind: 'choice'; options: readonly { value: string; label: string }[] }
  );

/** The typed text as a value, or its errors. */
export function readSettingsField(
  field: SettingsField,
  given: string,
): { value: string | number | boolean } | { error: string } {
  const typed = given.trim();
  switch (field.kind) {
    case 'text':
      return readText(field, field.isLong ? cleanText(given) : cleanLine(given));
    case 'number':
      return readNumber(field, typed);
    case 'yes-no':
      return typed === 'yes' || typed === 'no'
        ? { value: typed === 'yes' }
        : { error: `${field.label}: choose one from the list.` };
    case 'choice':
      return field.options.some(({ value }) => value === typed)
        ? { value: typed }
        : { error: `${field.label}: choose one from the list.` };
  }
}

function readText(field: Extract<SettingsField, { kind: 'text' }>, typed: string) {
  const text = field.tidy?.(typed) ?? typed;
  if (text === '' && !field.optional) return { error: `${field.label}: this cannot be left empty.` };
  if (!isPlainText(text)) return { error: `${field.label}: these characters cannot be saved.` };
  if (text.length > field.longest) return { error: `${field.label}: at most ${field.longest} characters.` };
  const wrong = text === '' ? null : field.check?.(text);
  return wrong ? { error: wrong } : { value: text };
}

function readNumber(field: Extract<SettingsField, { kind: 'number' }>, typed: string) {
  const { least, most, decimals = 0, scale = 1, unit } = field;
  const plain = /^\d{1,3}(,\d{3})+(\.|$)/.test(typed) ? typed.replaceAll(',', '') : typed;
  const pattern = decimals > 0 ? new RegExp(`^\\d{1,9}(\\.\\d{1,${decimals}})?$`) : /^\d{1,9}$/;
  const kind = decimals > 0 ? 'a number' : 'a whole number';
  const range = `${formatNumber(least)} to ${formatNumber(most)}`;
  if (!pattern.test(plain) || Number(plain) < least || Number(plain) > most)
    return { error: `${field.label}: give ${kind} from ${range} (${unit}).` };
  return { value: Math.round(Number(plain) * scale) };
}

/** The value as form text. */
export function writeSettingsField(field: SettingsField, value: unknown): string {
  if (field.kind === 'number') return String(Number(value) / (field.scale ?? 1));
  if (field.kind === 'yes-no') return value ? 'yes' : 'no';
  return String(value ?? '');
}

/** The value as history text. */
function saySettingsField(field: SettingsField, value: unknown): string {
  const text = writeSettingsField(field, value);
  if (field.kind === 'number') return `${text} ${field.unit}`;
  if (field.kind === 'yes-no') return text === 'yes' ? (field.yes ?? 'Yes') : (field.no ?? 'No');
  if (field.kind === 'choice') return field.options.find((option) => option.value === text)?.label ?? text;
  return text;
}

/** Every field's label with its history text. */
export function sayFields(
  fields: readonly SettingsField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field.label, saySettingsField(field, values[field.key])]));
}

/** Parses every field; errors by field. */
export function readSettingsFields(
  fields: readonly SettingsField[],
  texts: Readonly<Record<string, string>>,
): { values: Record<string, string | number | boolean>; errors: FieldErrors } {
  const values: Record<string, string | number | boolean> = {};
  const errors: FieldErrors = {};
  for (const field of fields) {
    const read = readSettingsField(field, texts[field.key] ?? '');
    if ('error' in read) errors[field.key] = [read.error];
    else values[field.key] = read.value;
  }
  return { values, errors };
}

/**
 * A section that consists of its fields, each a key of the group. `check` gets all of them and returns errors by field.
 */
export function fieldsSection<N extends SettingsName>(
  path: string,
  name: N,
  fields: readonly SettingsField<keyof Settings[N] & string>[],
  check: (values: Settings[N]) => FieldErrors = () => ({}),
): SettingsSection<N> {
  const partAt = (value: Settings[N], key: string) => (value as Record<string, unknown>)[key];
  return {
    path,
    name,
    keys: fields.map(({ key }) => key),
    labels: Object.fromEntries(fields.map(({ key, label }) => [key, label])),
    texts: (value) =>
      Object.fromEntries(
        fields.map((field) => [field.key, writeSettingsField(field, partAt(value, field.key))]),
      ),
    read: (texts, stored) => {
      const { values, errors } = readSettingsFields(fields, texts);
      const all = Object.keys(errors).length > 0 ? errors : check({ ...stored, ...values } as Settings[N]);
      return Object.keys(all).length > 0 ? refuse(all) : succeed(values as Partial<Settings[N]>);
    },
    words: (value) => sayFields(fields, value),
  };
}
