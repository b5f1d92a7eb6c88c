/** Renders fields about a person, the same on every form. They work without scripts. */

import type { ReactNode } from 'react';
import { US_STATES } from '#core/accounts/customers/us-states.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Field } from '#ui/field.tsx';

export const NEW_PASSWORD_HINT =
  'At least 10 characters. A few unrelated words are easy to remember and hard to guess.';

type Refusal = Pick<FormRefusal, 'values' | 'errors'> | undefined;

export function FullNameField({
  refusal,
  hint,
  known,
  readOnly,
}: {
  refusal: Refusal;
  hint?: string;
  /** A name already on file. */
  known?: string | null;
  readOnly?: boolean;
}) {
  return (
    <Field
      label="Full Name"
      name="fullName"
      autoComplete="name"
      required
      maxLength={120}
      hint={hint}
      readOnly={readOnly}
      defaultValue={refusal?.values.fullName ?? known ?? ''}
      errors={refusal?.errors.fullName}
    />
  );
}

export function EmailField({
  refusal,
  label = 'Email',
  autoComplete = 'email',
}: {
  refusal: Refusal;
  label?: ReactNode;
  /** `username` where it signs in, `off` where it is typed as a confirmation. */
  autoComplete?: 'email' | 'username' | 'off';
}) {
  return (
    <Field
      label={label}
      name="email"
      type="email"
      autoComplete={autoComplete}
      required
      maxLength={254}
      defaultValue={refusal?.values.email}
      errors={refusal?.errors.email}
    />
  );
}

/** The birth date of a new account. The hidden field says which date the form has already questioned. */
export function BirthDateField({ refusal, hint }: { refusal: Refusal; hint?: string }) {
  const { values = {}, errors = {} } = refusal ?? {};
  // The same date sent again is deliberate, so its year is not questioned twice.
  const asked = errors.birthDate ? values.birthDate : values.birthDateAsked;
  return (
    <>
      <Field
        label="Birth Date"
        name="birthDate"
        type="date"
        autoComplete="bday"
        required
        hint={hint}
        defaultValue={values.birthDate}
        errors={errors.birthDate}
      />
      {asked ? <input type="hidden" name="birthDateAsked" value={asked} /> : null}
    </>
  );
}

export function PhoneAndAddressFields({ values, errors }: NonNullable<Refusal>) {
  return (
    <>
      <Field
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        defaultValue={values.phone}
        errors={errors.phone}
      />
      <Field
        label="Address"
        name="address"
        autoComplete="address-line1"
        maxLength={300}
        defaultValue={values.address}
        errors={errors.address}
      />
    </>
  );
}

/** For a select: no state, then every state. */
export function StateOptions({ none }: { none: string }) {
  return (
    <>
      <option value="">{none}</option>
      {US_STATES.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  );
}
