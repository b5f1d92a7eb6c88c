/**
 * Renders the form that sets a password: a changed one, or a new one for the account that a link or a session names.
 */
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { PasswordField } from '#ui/password-field.tsx';
import { NEW_PASSWORD_HINT } from './person-fields.tsx';

type Props = {
  refusal: FormRefusal | undefined;
  /** The account's email, for password managers; the server relies on the link or the session alone. */
  username?: string;
  hidden?: Readonly<Record<string, string>>;
  /** Above the password. */
  children?: ReactNode;
  /** `twice` where no email could correct a typo. */
  password: 'current' | 'new' | 'twice';
  label?: string;
  button: string;
  busyText: string;
  rank?: 'primary' | 'secondary';
  idPrefix?: string;
  /** Where Cancel leads. */
  cancel?: string;
};

export function PasswordForm({
  refusal,
  username,
  hidden = {},
  children,
  password,
  label = password === 'current' ? 'Password' : 'New password',
  button,
  busyText,
  rank = 'primary',
  idPrefix,
  cancel,
}: Props) {
  const isBusy = useNavigation().formData?.has('password') ?? false;
  const errors = refusal?.errors ?? {};
  const submit = (
    <Button type="submit" size={cancel ? 'normal' : 'large'} rank={rank} busy={isBusy} busyText={busyText}>
      {button}
    </Button>
  );
  return (
    <CheckedForm refusal={refusal} idPrefix={idPrefix} className="flex max-w-md flex-col gap-5">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {username ? <input type="hidden" name="username" autoComplete="username" value={username} /> : null}
      {children}
      {password === 'current' ? (
        <PasswordField
          label={label}
          name="password"
          autoComplete="current-password"
          required
          errors={errors.password}
        />
      ) : (
        <PasswordField
          label={label}
          name="password"
          autoComplete="new-password"
          required
          hint={NEW_PASSWORD_HINT}
          errors={errors.password}
        />
      )}
      {password === 'twice' ? (
        <PasswordField
          label="Enter it again"
          shows="password entered again"
          name="again"
          autoComplete="new-password"
          required
          errors={errors.again}
        />
      ) : null}
      {cancel ? (
        <p className="flex flex-wrap gap-3">
          {submit}
          <ButtonLink to={cancel} rank="quiet">
            Cancel
          </ButtonLink>
        </p>
      ) : (
        submit
      )}
    </CheckedForm>
  );
}
