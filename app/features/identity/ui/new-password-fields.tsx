/** A password of one's own choice: where an account begins, and wherever another is chosen. */
import type { FormRefusal } from '#ui/form/refusal.ts';
import { PasswordField } from '#ui/password-field.tsx';

type Props = { label?: string; errors: FormRefusal['errors'] };

/** Entered once, where it can be asked for again by mail. */
export function NewPassword({ label = 'New password', errors }: Props) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      required
      hint="At least 10 characters. A few unrelated words are easy to remember and hard to guess."
      errors={errors.password}
    />
  );
}

/** Entered twice, so that a slip locks nobody out. */
export function NewPasswordFields({ label, errors }: Props) {
  return (
    <>
      <NewPassword label={label} errors={errors} />
      <PasswordField
        label="Enter it again"
        shows="password entered again"
        name="again"
        autoComplete="new-password"
        required
        errors={errors.again}
      />
    </>
  );
}
