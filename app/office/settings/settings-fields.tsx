/** Renders the controls of a section's fields, stacked. */

import type { SettingsField } from '#core/ground/settings/settings-field.ts';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';

export type FieldTexts = {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
};

export function SettingsFields({
  fields,
  values,
  errors,
  isPlain = false,
}: FieldTexts & {
  fields: readonly SettingsField[];
  /** Does not say of each field that it is optional, where an incomplete form is saved and continued. */
  isPlain?: boolean;
}) {
  return fields.map((field) => (
    <SettingsControl key={field.key} field={field} values={values} errors={errors} isPlain={isPlain} />
  ));
}

function SettingsControl({
  field,
  values,
  errors,
  isPlain,
}: FieldTexts & { field: SettingsField; isPlain: boolean }) {
  const shared = {
    name: field.key,
    label: field.label,
    hint: field.hint,
    defaultValue: values[field.key],
    errors: errors[field.key],
  };
  const example = field.kind === 'text' && field.example ? `Example: ${field.example}` : undefined;
  switch (field.kind) {
    case 'text':
      return field.isLong ? (
        <TextAreaField {...shared} placeholder={example} required={isPlain || !field.optional} rows={4} />
      ) : (
        <Field
          {...shared}
          placeholder={example}
          required={isPlain || !field.optional}
          type={field.type ?? 'text'}
          autoComplete={field.type === 'password' ? 'new-password' : 'off'}
        />
      );
    case 'number':
      return (
        <Field
          {...shared}
          required
          label={labelOf(field)}
          inputMode={field.decimals ? 'decimal' : 'numeric'}
          autoComplete="off"
          // The number is short; its label and hint are not.
          className="max-w-xl [&>input]:max-w-xs"
        />
      );
    case 'yes-no':
      return (
        <SelectField {...shared} className="max-w-md">
          <option value="yes">{field.yes ?? 'Yes'}</option>
          <option value="no">{field.no ?? 'No'}</option>
        </SelectField>
      );
    case 'choice':
      return (
        <SelectField {...shared} className="max-w-md">
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      );
  }
}

/** 'Time to pack (minutes)'; without the unit where the name has it: 'Orders in a slot'. */
function labelOf({ label, unit }: Extract<SettingsField, { kind: 'number' }>): string {
  return label.toLowerCase().split(' ').includes(unit) ? label : `${label} (${unit})`;
}
