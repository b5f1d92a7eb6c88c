/** A one-time code: a phone offers digits, and fills in what it has. */
import { Field } from '#ui/field.tsx';

export function CodeField({
  hint,
  errors,
  value,
}: {
  hint: string;
  errors: readonly string[] | undefined;
  value: string | undefined;
}) {
  return (
    <Field
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={60}
      hint={hint}
      errors={errors}
      defaultValue={value}
      className="max-w-xs"
    />
  );
}
